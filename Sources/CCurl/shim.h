#pragma once
#include <curl/curl.h>

// curl_easy_setopt is variadic: one wrapper for each kind of argument.
static inline CURLcode baton_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode baton_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode baton_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode baton_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode baton_curl_set_list(CURL *easy, struct curl_slist *value) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, value);
}
typedef size_t (*baton_curl_receive)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode baton_curl_set_receive(CURL *easy, CURLoption option, baton_curl_receive value) {
    return curl_easy_setopt(easy, option, value);
}
typedef curl_socket_t (*baton_curl_open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
static inline CURLcode baton_curl_set_open(CURL *easy, baton_curl_open value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

// curl_easy_getinfo is variadic.
static inline long baton_curl_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

// Macros of compound expressions.
static const size_t baton_curl_pause = CURL_WRITEFUNC_PAUSE;
static const curl_socket_t baton_curl_no_socket = CURL_SOCKET_BAD;

// The result stands in a union.
static inline CURLcode baton_curl_result(const CURLMsg *message) { return message->data.result; }

// The address lies behind its declared end for IPv6.
static inline const void *baton_curl_address(const struct curl_sockaddr *address) { return &address->addr; }
