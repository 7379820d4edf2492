/// A catalog with the goods, codes, rates and promotions of the flower shop that the Universal Commerce
/// Protocol's conformance suite sells from, so that its sums can be compared: percentages compound, nothing
/// is taxed, and standard delivery is free for roses and from $100 on.
package enum FlowerShop {
    /// What `--catalog` calls it.
    package static let name = "flower-shop"

    /// The catalog's text.
    package static let json = """
        {
          "merchant": {
            "name": "Flower Shop", "country": "US", "currency": "USD", "compound_discounts": true,
            "networks": ["visa", "masterCard", "amex", "discover"]
          },
          "products": [
            {"id": "bouquet_roses", "title": "Bouquet of Red Roses", "fulfillment": ["shipping"],
             "price": 3500, "stock": 1000},
            {"id": "pot_ceramic", "title": "Ceramic Pot", "fulfillment": ["shipping"],
             "price": 1500, "stock": 2000},
            {"id": "bouquet_sunflowers", "title": "Sunflower Bundle", "fulfillment": ["shipping"],
             "price": 2500, "stock": 500},
            {"id": "bouquet_tulips", "title": "Spring Tulips", "fulfillment": ["shipping"],
             "price": 3000, "stock": 1500},
            {"id": "orchid_white", "title": "White Orchid", "fulfillment": ["shipping"],
             "price": 4500, "stock": 800},
            {"id": "gardenias", "title": "Gardenias", "fulfillment": ["shipping"],
             "price": 2000, "stock": 0}
          ],
          "deliveries": [
            {"type": "shipping", "id": "std-ship", "title": "Standard Shipping", "amount": 500},
            {"type": "shipping", "id": "exp-ship-us", "title": "Express Shipping (US)", "amount": 1500,
             "countries": ["US"]},
            {"type": "shipping", "id": "exp-ship-intl", "title": "International Express", "amount": 2500,
             "except_countries": ["US"]}
          ],
          "promotions": [
            {"code": "10OFF", "name": "10% Off", "kind": "percentage", "basis_points": 1000},
            {"code": "WELCOME20", "name": "20% Off", "kind": "percentage", "basis_points": 2000},
            {"code": "FIXED500", "name": "$5.00 Off", "kind": "fixed", "amount": 500},
            {"name": "Free Shipping on orders over $100", "kind": "free_delivery",
             "deliveries": ["std-ship"], "minimum": 10000},
            {"name": "Free Shipping on Rose Bouquets", "kind": "free_delivery",
             "deliveries": ["std-ship"], "products": ["bouquet_roses"]}
          ]
        }
        """
}
