// The functions of libcurl with a variable number of arguments, which Swift does not see, for each type of argument; and
// values that are computed in macros.
#ifndef SIGNALS_CURL_SHIM_H
#define SIGNALS_CURL_SHIM_H

#include <curl/curl.h>
#include <sys/socket.h>

static inline CURLcode signals_curl_set_long(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode signals_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode signals_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode signals_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return (curl_easy_setopt)(handle, option, value);
}

/// Headers and bodies, as they arrive.
typedef size_t (*signals_curl_writer)(char *bytes, size_t size, size_t count, void *object);

static inline CURLcode signals_curl_set_writer(CURL *handle, CURLoption option, signals_curl_writer value) {
  return (curl_easy_setopt)(handle, option, value);
}

/// The body of a request, as it is sent.
static inline CURLcode signals_curl_set_reader(CURL *handle, curl_read_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_READFUNCTION, value);
}

/// Called where a body has to be sent again.
static inline CURLcode signals_curl_set_seeker(CURL *handle, curl_seek_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, value);
}

/// A connection that no program inherits that is started meanwhile.
static inline curl_socket_t signals_curl_open_socket(
    void *object, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)object;
  (void)purpose;
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  return socket(address->family, address->socktype, address->protocol);
#endif
}

static inline CURLcode signals_curl_keep_from_children(CURL *handle) {
  return (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, signals_curl_open_socket);
}

static inline CURLcode signals_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode signals_curl_get_size(CURL *handle, CURLINFO info, curl_off_t *value) {
  return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode signals_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
  return (curl_easy_getinfo)(handle, info, (char **)value);
}

static inline CURLcode signals_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLMcode signals_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

static const size_t signals_curl_write_pause = CURL_WRITEFUNC_PAUSE;
static const size_t signals_curl_read_pause = CURL_READFUNC_PAUSE;
static const size_t signals_curl_read_abort = CURL_READFUNC_ABORT;
static const int signals_curl_pause_receiving = CURLPAUSE_RECV;
static const int signals_curl_pause_sending = CURLPAUSE_SEND;

#endif
