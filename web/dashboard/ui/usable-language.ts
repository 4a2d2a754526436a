/**
 * The language of a browser, or English where it is none that can be formatted in: some browsers report a locale
 * of the system, such as `en-US@posix`, as it is.
 */
export function usableLanguage(language: string): string {
  try {
    return new Intl.Locale(language).toString();
  } catch {
    return 'en';
  }
}
