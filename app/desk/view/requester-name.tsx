/** Who has sent a request: the name or, for a kind that does not require one, the phone number. */
export function RequesterName({ name, phone }: { name?: string | undefined; phone: string }) {
  return name === undefined ? <bdi dir="ltr">{phone}</bdi> : <bdi>{name}</bdi>;
}
