/** Whether an IP address is a loopback address (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
export function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '');
}
