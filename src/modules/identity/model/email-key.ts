/** By what an email address is found: two spellings that differ in case are one person. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase();
}
