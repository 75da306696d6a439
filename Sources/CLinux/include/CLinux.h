/// What Glibc's Swift module hides.
#pragma once
#include <sys/epoll.h>
