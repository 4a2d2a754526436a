/** The origin of a pay host. Throws a `TypeError` for anything but the address of a host, as a link of somebody else would be. */
export function originOfPayHost(payUrl: string): string {
  const url = URL.canParse(payUrl) ? new URL(payUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new TypeError(
      'payUrl: must be the address of the pay host alone, such as https://pay.example',
    );
  }
  return url.origin;
}

/** Whether a link leads to this pay host. */
export function isLinkOfPayHost(payUrl: string, link: string): boolean {
  if (!URL.canParse(payUrl) || !URL.canParse(link)) return false;
  return new URL(link).origin === new URL(payUrl).origin && /^https?:/i.test(link);
}
