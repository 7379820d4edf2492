#pragma once
#include <jansson.h>

/// The text of an error is an array of characters, which Swift sees as a tuple.
static inline const char *_Nonnull baton_json_error_text(const json_error_t *_Nonnull error) {
    return error->text;
}
