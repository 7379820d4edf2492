#pragma once
// First, for libevent's configuration defines _GNU_SOURCE, which gives fd_set other members than Glibc's module has.
#include <sys/types.h>
#include <sys/select.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// accept4 and SOCK_NONBLOCK need _GNU_SOURCE, which the importer does not set.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
static const int baton_accept_flags = 04000 /* SOCK_NONBLOCK */ | 02000000 /* SOCK_CLOEXEC */;

// SSL_CTX_set_min_proto_version is a macro.
static inline int baton_ssl_set_tls13(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1
        && SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1;
}

// SSL_CTX_set_mode is a macro. Idle connections give their buffers back.
static inline void baton_ssl_set_modes(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
        | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

// SSL_CTX_set_session_cache_mode is a macro. Resumption is by ticket, nothing is kept here.
static inline void baton_ssl_set_no_cache(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
