import { LANGUAGES } from '#kit/languages.ts';

/** A page of this host in every language: with all else that this address of it says before `#`, but for what is left out. */
export function languageLinks(url: string, page = '/', leftOut: readonly string[] = []) {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  for (const name of leftOut) query.delete(name);
  return Object.entries(LANGUAGES).map(([language, name]) => {
    query.set('lang', language);
    return { language, name, path: `${page}?${query}` };
  });
}
