// The load of `make bench`: one thread, epoll, requests that baton-bench signed beforehand.
//   driver handoff PORT SCRIPT SERVER_PID SECONDS [WAITING_SCRIPT]   handoffs by all pairs of SCRIPT, one after another each
//   driver idle    PORT SCRIPT SERVER_PID                            memory a waiting stream
//   driver forged  PORT SCRIPT SERVER_PID SECONDS                    refusals of forged tokens
//   driver bounds  FOLDER                                            fdatasync and a round trip over loopback
// Each prints one line of JSON.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SETUP = 1, STREAM, CREATE, CLAIM, AUTHORIZING, OUTCOME, FORGED, KINDS };

typedef struct { const char *bytes; uint32_t length; } Message;
typedef struct { Message *items; int count, room; } Messages;
typedef struct { Messages of[KINDS]; } Script;  // of one pair
typedef struct { Script *pairs; int count; } File;

static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void die(const char *what) { fprintf(stderr, "driver: %s: %s\n", what, strerror(errno)); exit(1); }

static File load(const char *path) {
    int f = open(path, O_RDONLY); struct stat s;
    if (f < 0 || fstat(f, &s)) die(path);
    const char *p = mmap(0, s.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, f, 0), *end = p + s.st_size;
    if (p == MAP_FAILED) die("mmap");
    close(f);
    File file = {0};
    while (p + 12 <= end) {
        uint32_t head[3]; memcpy(head, p, 12); p += 12;
        if (head[0] >= KINDS || p + head[2] > end) { errno = EINVAL; die("script"); }
        while (file.count <= (int)head[1]) {
            file.pairs = realloc(file.pairs, (file.count + 1) * sizeof(Script));
            memset(&file.pairs[file.count++], 0, sizeof(Script));
        }
        Messages *m = &file.pairs[head[1]].of[head[0]];
        if (m->count == m->room) m->items = realloc(m->items, (m->room = m->room * 2 + 4) * sizeof(Message));
        m->items[m->count++] = (Message){p, head[2]};
        p += head[2];
    }
    return file;
}

static int port, dials;
static int dial(void) {
    int f = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (f < 0) die("socket");
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000101 + dials++ / 10000)};
    setsockopt(f, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &on, sizeof on);
    bind(f, (void *)&a, sizeof a);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK); a.sin_port = htons(port);
    if (connect(f, (void *)&a, sizeof a)) die("connect");
    setsockopt(f, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return f;
}
static void put(int f, Message m) {
    for (uint32_t n = 0; n < m.length;) {
        ssize_t r = send(f, m.bytes + n, m.length - n, MSG_NOSIGNAL);
        if (r <= 0) die("send");
        n += r;
    }
}

// A connection's received bytes, and whole answers cut from them.
typedef struct { int fd; char *bytes; int length, room; } Input;
static int more(Input *in) {
    if (in->length + 65536 > in->room) in->bytes = realloc(in->bytes, in->room = in->length + 131072);
    ssize_t r = recv(in->fd, in->bytes + in->length, in->room - in->length - 1, 0);
    if (r <= 0) return 0;
    in->length += r; in->bytes[in->length] = 0;
    return 1;
}
static void drop(Input *in, int count) { memmove(in->bytes, in->bytes + count, in->length -= count); }
// The status of the first whole answer, which is cut off; 0 for not yet. Its body stays readable for errors.
static int answer(Input *in) {
    if (in->length < 16) return 0;
    char *end = memmem(in->bytes, in->length, "\r\n\r\n", 4);
    if (!end) return 0;
    char *field = memmem(in->bytes, end - in->bytes, "content-length: ", 16);
    int body = field ? atoi(field + 16) : 0, whole = end + 4 - in->bytes + body;
    if (in->length < whole) return 0;
    int status = atoi(in->bytes + 9);
    if (status >= 300) fprintf(stderr, "driver: %.*s\n", whole > 600 ? 600 : whole, in->bytes);
    drop(in, whole);
    return status;
}
static int ask(Input *in, Message m) {
    put(in->fd, m);
    int status;
    while (!(status = answer(in))) if (!more(in)) die("answer");
    return status;
}
static int seen(Input *in, const char *mark) {
    char *at = in->length ? memmem(in->bytes, in->length, mark, strlen(mark)) : 0;
    if (!at) return 0;
    drop(in, at + strlen(mark) - in->bytes);
    return 1;
}

static double cpu_seconds(int pid) {
    char path[64], line[1024]; snprintf(path, 64, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r"); if (!f) die(path);
    size_t n = fread(line, 1, 1023, f); fclose(f); line[n] = 0;
    long user = 0, sys = 0;
    sscanf(strrchr(line, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &sys);
    return (double)(user + sys) / sysconf(_SC_CLK_TCK);
}
static double idle_seconds(void) {
    FILE *f = fopen("/proc/stat", "r"); long u, n, s, i, w;
    if (!f || fscanf(f, "cpu %ld %ld %ld %ld %ld", &u, &n, &s, &i, &w) != 5) die("/proc/stat");
    fclose(f);
    return (double)(i + w) / sysconf(_SC_CLK_TCK);
}
static double resident_kb(int pid) {
    char path[64], line[256]; snprintf(path, 64, "/proc/%d/smaps_rollup", pid);
    FILE *f = fopen(path, "r"); if (!f) die(path);
    double kb = 0; long v;
    while (fgets(line, 256, f)) if (sscanf(line, "Rss: %ld", &v) == 1) kb = v;
    fclose(f);
    return kb;
}
static int by_value(const void *a, const void *b) { double x = *(double *)a, y = *(double *)b; return x < y ? -1 : x > y; }
static double part(double *v, int n, double p) { return n ? v[(int)((n - 1) * p)] * 1e6 : 0; }

static void setup(Script *s) {
    Input in = {dial()};
    for (int i = 0; i < s->of[SETUP].count; i++)
        if (ask(&in, s->of[SETUP].items[i]) >= 300) { errno = EPROTO; die("setup"); }
    close(in.fd);
}
static Input open_stream(Message m) {
    Input in = {dial()};
    put(in.fd, m);
    while (!(in.length && memmem(in.bytes, in.length, "\r\n\r\n", 4))) if (!more(&in)) die("stream");
    if (atoi(in.bytes + 9) != 200) { fprintf(stderr, "%s\n", in.bytes); errno = EPROTO; die("stream"); }
    return in;
}
static int open_all(File waiting) {
    int count = 0;
    for (int i = 0; i < waiting.count; i++) {
        setup(&waiting.pairs[i]);
        Messages *m = &waiting.pairs[i].of[STREAM];
        for (int k = 0; k < m->count; k++, count++) { Input in = open_stream(m->items[k]); free(in.bytes); }
    }
    return count;
}

// One pair's handoff: what is waited for.
typedef struct {
    Script *script;
    Input watch, phone, watch_events, phone_events;
    int index, stage, created, answered;
    double began;
} Pair;
static double *offer_times, *outcome_times; static int offers, outcomes, failures; static double deadline;

static void begin(Pair *p) {
    if (p->index >= p->script->of[CREATE].count || now() > deadline) { p->stage = -1; return; }
    p->stage = CREATE; p->created = p->answered = 0; p->began = now();
    put(p->watch.fd, p->script->of[CREATE].items[p->index]);
}
static void advance(Pair *p) {
    int status;
    if (p->stage < 0) return;
    if (!p->created && (status = answer(&p->watch))) { p->created = 1; if (status >= 300) failures++; }
    if (p->stage == CREATE && seen(&p->phone_events, "event: offer\n")) {
        offer_times[offers++] = now() - p->began;
        put(p->phone.fd, p->script->of[CLAIM].items[p->index]); p->stage = CLAIM;
    }
    if (p->stage > CREATE && !p->answered && (status = answer(&p->phone))) {
        if (status >= 300) failures++;
        if (p->stage < OUTCOME) put(p->phone.fd, p->script->of[++p->stage].items[p->index]);
        else p->answered = 1;
    }
    if (p->stage == OUTCOME && p->created && p->answered && seen(&p->watch_events, "event: outcome\n")) {
        outcome_times[outcomes++] = now() - p->began;
        p->index++; begin(p);
    }
}

static int handoff(int argc, char **argv) {
    File file = load(argv[3]); int pid = atoi(argv[4]); double seconds = atof(argv[5]);
    int others = argc > 6 ? open_all(load(argv[6])) : 0, total = 0, ep = epoll_create1(0);
    Pair *pairs = calloc(file.count, sizeof(Pair));
    for (int i = 0; i < file.count; i++) {
        Pair *p = &pairs[i]; p->script = &file.pairs[i]; total += p->script->of[CREATE].count;
        setup(p->script);
        p->watch_events = open_stream(p->script->of[STREAM].items[0]);
        p->phone_events = open_stream(p->script->of[STREAM].items[1]);
        p->watch = (Input){dial()}; p->phone = (Input){dial()};
        Input *all[] = {&p->watch, &p->phone, &p->watch_events, &p->phone_events};
        for (int k = 0; k < 4; k++) {
            struct epoll_event e = {.events = EPOLLIN, .data.u32 = i * 4 + k};
            epoll_ctl(ep, EPOLL_CTL_ADD, all[k]->fd, &e);
        }
    }
    offer_times = calloc(total + 1, sizeof(double)); outcome_times = calloc(total + 1, sizeof(double));
    usleep(300000);
    double cpu = cpu_seconds(pid), idle = idle_seconds(), start = now(); deadline = start + seconds;
    for (int i = 0; i < file.count; i++) begin(&pairs[i]);
    int running = file.count; double last = start;
    while (running > 0 && now() - last < 10) {
        struct epoll_event ready[256];
        int n = epoll_wait(ep, ready, 256, 1000);
        for (int k = 0; k < n; k++) {
            Pair *p = &pairs[ready[k].data.u32 / 4];
            Input *all[] = {&p->watch, &p->phone, &p->watch_events, &p->phone_events};
            if (!more(all[ready[k].data.u32 % 4])) die("connection closed");
            int was = p->stage;
            advance(p); last = now();
            if (p->stage < 0 && was >= 0) running--;
        }
    }
    double spent = now() - start; cpu = cpu_seconds(pid) - cpu; idle = idle_seconds() - idle;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    qsort(offer_times, offers, sizeof(double), by_value); qsort(outcome_times, outcomes, sizeof(double), by_value);
    printf("{\"pairs\":%d,\"waiting\":%d,\"handoffs\":%d,\"failures\":%d,\"stuck\":%d,\"per_second\":%.0f,"
        "\"offer_p50_us\":%.0f,\"offer_p99_us\":%.0f,\"outcome_p50_us\":%.0f,\"outcome_p99_us\":%.0f,"
        "\"server_cpu_us\":%.0f,\"busy_percent\":%.0f}\n",
        file.count, others, outcomes, failures, running, outcomes / spent, part(offer_times, offers, .5),
        part(offer_times, offers, .99), part(outcome_times, outcomes, .5), part(outcome_times, outcomes, .99),
        outcomes ? cpu / outcomes * 1e6 : 0, 100 - 100 * idle / (spent * cores));
    return failures || running ? 1 : 0;
}

static int idle(char **argv) {
    File file = load(argv[3]); int pid = atoi(argv[4]);
    for (int i = 0; i < file.count; i++) setup(&file.pairs[i]);
    usleep(500000);
    double before = resident_kb(pid), start = now(); int count = 0;
    for (int i = 0; i < file.count; i++) {
        Messages *m = &file.pairs[i].of[STREAM];
        for (int k = 0; k < m->count; k++, count++) { Input in = open_stream(m->items[k]); free(in.bytes); }
    }
    double spent = now() - start; sleep(2);
    double after = resident_kb(pid);
    printf("{\"streams\":%d,\"open_seconds\":%.2f,\"before_kb\":%.0f,\"after_kb\":%.0f,\"kb_each\":%.2f}\n", count, spent,
        before, after, (after - before) / count);
    return 0;
}

static int forged(char **argv) {
    File file = load(argv[3]); int pid = atoi(argv[4]); double seconds = atof(argv[5]);
    int n = file.count, ep = epoll_create1(0); long refused = 0, other = 0;
    Input *in = calloc(n, sizeof(Input)); int *next = calloc(n, sizeof(int));
    for (int i = 0; i < n; i++) {
        setup(&file.pairs[i]); in[i] = (Input){dial()};
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = i}; epoll_ctl(ep, EPOLL_CTL_ADD, in[i].fd, &e);
        put(in[i].fd, file.pairs[i].of[FORGED].items[0]);
    }
    if (!freopen("/dev/null", "w", stderr)) die("stderr");  // each refusal would be printed
    double cpu = cpu_seconds(pid), start = now();
    while (now() - start < seconds) {
        struct epoll_event ready[256]; int r = epoll_wait(ep, ready, 256, 1000);
        for (int k = 0; k < r; k++) {
            int i = ready[k].data.u32, status;
            if (!more(&in[i])) die("closed");
            if (!(status = answer(&in[i]))) continue;
            if (status >= 400 && status < 429) refused++; else other++;
            Messages *m = &file.pairs[i].of[FORGED]; next[i] = (next[i] + 1) % m->count;
            put(in[i].fd, m->items[next[i]]);
        }
    }
    double spent = now() - start;
    printf("{\"refused_per_second\":%.0f,\"other\":%ld,\"server_cpu_us\":%.0f}\n", refused / spent, other,
        (cpu_seconds(pid) - cpu) / refused * 1e6);
    return 0;
}

static void *echo(void *argument) {
    int f = accept(*(int *)argument, 0, 0), on = 1; char b[4096];
    setsockopt(f, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    for (ssize_t r; (r = recv(f, b, sizeof b, 0)) > 0;) if (send(f, b, 1, MSG_NOSIGNAL) != 1) break;
    return 0;
}
static int bounds(char **argv) {
    char path[512], block[2560]; memset(block, 7, sizeof block); snprintf(path, 512, "%s/sync.tmp", argv[2]);
    int f = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600), n = 0; if (f < 0) die(path);
    static double times[200000]; double end = now() + 1.5;
    while (now() < end && n < 200000) {
        double t = now();
        if (write(f, block, sizeof block) < 0 || fdatasync(f)) die("fdatasync");
        times[n++] = now() - t;
    }
    close(f); unlink(path); qsort(times, n, sizeof(double), by_value);
    double sync50 = part(times, n, .5), sync99 = part(times, n, .99);
    int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1; struct sockaddr_in a = {.sin_family = AF_INET}; socklen_t l = sizeof a;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (void *)&a, sizeof a) || listen(listener, 1) || getsockname(listener, (void *)&a, &l)) die("listen");
    pthread_t thread; pthread_create(&thread, 0, echo, &listener);
    int c = socket(AF_INET, SOCK_STREAM, 0); if (connect(c, (void *)&a, sizeof a)) die("connect");
    setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    for (n = 0, end = now() + 1; now() < end && n < 200000; n++) {
        double t = now(); char b;
        if (send(c, block, 2560, MSG_NOSIGNAL) != 2560 || recv(c, &b, 1, 0) != 1) die("round trip");
        times[n] = now() - t;
    }
    qsort(times, n, sizeof(double), by_value);
    printf("{\"sync_p50_us\":%.0f,\"sync_p99_us\":%.0f,\"round_trip_p50_us\":%.1f,\"round_trip_p99_us\":%.1f}\n", sync50,
        sync99, part(times, n, .5), part(times, n, .99));
    return 0;
}

int main(int argc, char **argv) {
    struct rlimit files = {0}; getrlimit(RLIMIT_NOFILE, &files); files.rlim_cur = files.rlim_max; setrlimit(RLIMIT_NOFILE, &files);
    if (argc == 3 && !strcmp(argv[1], "bounds")) return bounds(argv);
    if (argc < 5) { fprintf(stderr, "usage: see the head of driver.c\n"); return 2; }
    port = atoi(argv[2]);
    if (!strcmp(argv[1], "handoff") && argc >= 6) return handoff(argc, argv);
    if (!strcmp(argv[1], "idle")) return idle(argv);
    if (!strcmp(argv[1], "forged") && argc >= 6) return forged(argv);
    return 2;
}
