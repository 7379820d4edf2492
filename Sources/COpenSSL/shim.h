#pragma once
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// Variadic in C: a fresh P-256 key pair.
static inline EVP_PKEY *_Nullable baton_generate_p256(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}

/// A macro in C.
static inline int baton_gcm_set_iv_length(EVP_CIPHER_CTX *_Nonnull context, int length) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_IVLEN, length, NULL);
}

/// A macro in C.
static inline int baton_gcm_get_tag(EVP_CIPHER_CTX *_Nonnull context, unsigned char *_Nonnull tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, tag);
}

/// A macro in C; the library only reads the tag.
static inline int baton_gcm_set_tag(EVP_CIPHER_CTX *_Nonnull context, const unsigned char *_Nonnull tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, (void *)tag);
}

/// The names of parameters are macros, and the builder keeps their addresses: no string of Swift's lives that long.
/// Gives the parameters of a P-256 key, `scalar` being null for a public one.
static inline OSSL_PARAM *_Nullable baton_p256_parameters(
    const unsigned char *_Nonnull point, size_t pointCount, const BIGNUM *_Nullable scalar) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    if (builder != NULL
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0)
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, pointCount)
        && (scalar == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar)))
        parameters = OSSL_PARAM_BLD_to_param(builder);
    OSSL_PARAM_BLD_free(builder);
    return parameters;
}

/// The selections are macros in C.
static inline int baton_key_from_data(
    EVP_PKEY_CTX *_Nonnull context, EVP_PKEY *_Nullable *_Nonnull key, int isPrivate, OSSL_PARAM *_Nonnull parameters) {
    return EVP_PKEY_fromdata(context, key, isPrivate ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters);
}

/// Macros in C: a stack of certificates that owns a reference to each.
static inline STACK_OF(X509) *_Nullable baton_certificates_new(void) { return sk_X509_new_null(); }
static inline int baton_certificates_count(const STACK_OF(X509) *_Nonnull stack) { return sk_X509_num(stack); }
static inline X509 *_Nullable baton_certificate_at(const STACK_OF(X509) *_Nonnull stack, int index) {
    return sk_X509_value(stack, index);
}
static inline void baton_certificates_free(STACK_OF(X509) *_Nullable stack) { sk_X509_pop_free(stack, X509_free); }
/// As `sk_X509_free`, for a stack whose certificates belong to somebody else.
static inline void baton_borrowed_certificates_free(STACK_OF(X509) *_Nullable stack) { sk_X509_free(stack); }

/// Macros in C.
static inline int baton_signers_count(const STACK_OF(CMS_SignerInfo) *_Nullable stack) {
    return stack == NULL ? 0 : sk_CMS_SignerInfo_num(stack);
}
static inline CMS_SignerInfo *_Nullable baton_signer_at(const STACK_OF(CMS_SignerInfo) *_Nonnull stack, int index) {
    return sk_CMS_SignerInfo_value(stack, index);
}

/// The value of a union member that Swift cannot name; null unless `type` holds a time.
static inline const ASN1_TIME *_Nullable baton_time_of(const ASN1_TYPE *_Nullable type) {
    if (type == NULL || (type->type != V_ASN1_UTCTIME && type->type != V_ASN1_GENERALIZEDTIME)) return NULL;
    return (const ASN1_TIME *)type->value.asn1_string;
}
