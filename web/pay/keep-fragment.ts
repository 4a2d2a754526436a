/**
 * Has the links to other languages go on with what the address has behind `#`, such as what the link is to pay: the server, which
 * writes these links, never reads it.
 */
export function keepFragment(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    link.hash = location.hash;
  }
}
