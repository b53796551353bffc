package main

import "net/http"

func fileServer(dir string) http.Handler { return http.FileServer(http.Dir(dir)) }
