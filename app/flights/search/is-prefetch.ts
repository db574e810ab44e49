/** Whether a request is a prefetch (`Sec-Purpose`, Fetch standard; `Purpose` in older browsers). */
export function isPrefetch(request: Request): boolean {
  return ['Sec-Purpose', 'Purpose'].some((name) => request.headers.get(name)?.includes('prefetch'));
}
