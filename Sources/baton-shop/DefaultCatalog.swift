/// The shop that is there without a catalog file: a coffee bar, a flower shop and a ticket by e-mail, with a
/// promo code for every reason that a code can be refused for.
enum DefaultCatalog {
    static let json = """
        {
          "merchant": {
            "name": "Corner & Bloom", "country": "US", "currency": "USD", "tax_basis_points": 625,
            "networks": ["visa", "masterCard", "amex", "discover", "jcb", "maestro"]
          },
          "products": [
            {
              "id": "espresso", "title": "Espresso", "description": "Short and strong.",
              "fulfillment": ["pickup", "local_delivery"], "price": 300,
              "options": [
                {"name": "size", "values": [
                  {"value": "single", "plain": true}, {"value": "double", "price": 100}]},
                {"name": "extra", "values": [
                  {"value": "none", "plain": true}, {"value": "shot", "price": 90}]}
              ]
            },
            {
              "id": "latte", "title": "Latte", "description": "Espresso and steamed milk.",
              "fulfillment": ["pickup", "local_delivery"], "price": 380,
              "options": [
                {"name": "size", "values": [
                  {"value": "medium", "price": 40, "plain": true}, {"value": "small", "price": 0},
                  {"value": "large", "price": 120}]},
                {"name": "extra", "values": [
                  {"value": "none", "plain": true}, {"value": "oat", "price": 60},
                  {"value": "shot", "price": 90}, {"value": "oat-shot", "price": 140}]}
              ]
            },
            {
              "id": "croissant", "title": "Croissant", "description": "Baked this morning.",
              "fulfillment": ["pickup", "local_delivery"], "price": 350
            },
            {
              "id": "tulips", "title": "Tulips", "description": "In the colours of the week.",
              "fulfillment": ["pickup", "local_delivery", "shipping"], "price": 1400,
              "options": [
                {"name": "count", "values": [
                  {"value": "10", "plain": true}, {"value": "20", "price": 1200}]}
              ]
            },
            {
              "id": "roses", "title": "Roses", "description": "A dozen, long stems.",
              "fulfillment": ["pickup", "local_delivery", "shipping"], "price": 3600,
              "options": [
                {"name": "colour", "values": [
                  {"value": "red", "plain": true}, {"value": "white"}, {"value": "yellow"}]}
              ]
            },
            {
              "id": "orchid", "title": "Blue orchid", "description": "There is one.",
              "fulfillment": ["pickup", "shipping"], "price": 4800, "stock": 1
            },
            {
              "id": "vase", "title": "Vase", "description": "Sold out since Tuesday.",
              "fulfillment": ["pickup", "shipping"], "price": 2500, "stock": 0
            },
            {
              "id": "ride", "title": "Ride home", "description": "With the flowers on your lap.",
              "fulfillment": ["digital"], "price": 0,
              "terms": {
                "kind": "pending", "reason": "The way is not known yet", "maximum": 4500
              }
            },
            {
              "id": "cargo-bike", "title": "Cargo bike for a day", "fulfillment": ["pickup"], "price": 20000,
              "terms": {"kind": "preauthorization"}
            },
            {
              "id": "coffee-club", "title": "Coffee club", "description": "A bag of beans every month.",
              "fulfillment": ["digital"], "price": 0,
              "terms": {
                "kind": "recurring", "description": "Coffee club",
                "management_url": "https://corner-and-bloom.example/club",
                "regular": {"label": "Coffee club", "amount": 1200, "unit": "month"},
                "trial": {"label": "Two weeks to try", "amount": 0, "every": 14, "unit": "day"}
              }
            },
            {
              "id": "workshop", "title": "Bouquet workshop", "description": "In two weeks, paid that day.",
              "fulfillment": ["digital"], "price": 0,
              "terms": {
                "kind": "deferred", "description": "Bouquet workshop",
                "management_url": "https://corner-and-bloom.example/workshop", "label": "Bouquet workshop",
                "amount": 4500, "days": 14, "free_cancellation_days": 7
              }
            },
            {
              "id": "gift-card", "title": "Gift card", "description": "Topped up when it runs low.",
              "fulfillment": ["digital"], "price": 2000,
              "terms": {
                "kind": "automatic_reload", "description": "Gift card",
                "management_url": "https://corner-and-bloom.example/card", "label": "Top-up",
                "amount": 2000, "threshold": 500
              }
            },
            {
              "id": "wine", "title": "Red wine", "description": "From the hill behind the shop.",
              "fulfillment": ["pickup", "local_delivery"], "price": 1900, "adults_only": true
            },
            {
              "id": "concert", "title": "Concert ticket", "description": "Saturday at eight, sent by e-mail.",
              "fulfillment": ["digital"], "price": 2500, "stock": 400,
              "options": [
                {"name": "seat", "values": [
                  {"value": "floor", "plain": true}, {"value": "balcony", "price": 1000}]}
              ]
            }
          ],
          "deliveries": [
            {
              "type": "pickup", "id": "counter", "title": "At the counter",
              "description": "Ready in ten minutes",
              "amount": 0, "days": [0, 0],
              "location": {
                "name": "Corner & Bloom",
                "address": {
                  "name": "Corner & Bloom", "line_one": "12 Market Street", "city": "Springfield",
                  "state": "IL", "country": "US", "postal_code": "62701"
                }
              }
            },
            {
              "type": "local_delivery", "id": "bike", "title": "By bike", "description": "Within the hour",
              "amount": 490, "days": [0, 0], "countries": ["US"]
            },
            {
              "type": "shipping", "id": "post", "title": "Post", "description": "Two to four days",
              "amount": 790, "days": [2, 4], "countries": ["US", "CA", "GB", "DE", "FR", "NL", "JP"]
            },
            {
              "type": "shipping", "id": "express", "title": "Express", "description": "Tomorrow",
              "amount": 1990, "days": [1, 1], "countries": ["US", "CA"]
            },
            {"type": "digital", "id": "email", "title": "By e-mail", "amount": 0}
          ],
          "promotions": [
            {"code": "WELCOME10", "name": "10 % off", "kind": "percentage", "basis_points": 1000},
            {"code": "FIVER", "name": "5 off", "kind": "fixed", "amount": 500},
            {"code": "CREDIT5", "name": "Store credit", "kind": "store_credit", "amount": 500},
            {"code": "FREESHIP", "name": "Free delivery", "kind": "free_shipping"},
            {
              "code": "BIG20", "name": "20 % off big orders", "kind": "percentage", "basis_points": 2000,
              "minimum": 3000
            },
            {
              "code": "SUMMER25", "name": "25 % off", "kind": "percentage", "basis_points": 2500,
              "expires_at": "2025-09-01T00:00:00Z"
            },
            {
              "code": "FIRST100", "name": "10 off for the first hundred", "kind": "fixed", "amount": 1000,
              "uses_max": 0
            },
            {
              "code": "SOLO30", "name": "30 % off, alone", "kind": "percentage", "basis_points": 3000,
              "combinable": false
            },
            {
              "code": "MEMBER15", "name": "15 % off for members", "kind": "percentage",
              "basis_points": 1500, "requires_account": true
            },
            {
              "code": "STAFF50", "name": "50 % off for staff", "kind": "percentage", "basis_points": 5000,
              "email_domain": "corner-and-bloom.example"
            }
          ]
        }
        """
}
