// Package docs holds what the program itself shows of the documentation: the saved
// questions. The rest of this folder is read where it lies.
package docs
