/** The languages of what payers and payees read: the pay page, the frame and receipts. Each by what it calls itself. */
export const LANGUAGES = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  tr: 'Türkçe',
  zh: '中文',
  ja: '日本語',
  ar: 'العربية',
} as const satisfies Readonly<Record<string, string>>;

/** A language that these pages are written in. */
export type Language = keyof typeof LANGUAGES;

/** How `Intl` writes numbers and times in a language, and in which direction it is read. */
interface Locale {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Latin digits in Arabic too, as wallets show them. */
const LOCALES: Readonly<Record<Language, Locale>> = {
  en: { tag: 'en-GB', direction: 'ltr' },
  es: { tag: 'es', direction: 'ltr' },
  pt: { tag: 'pt-BR', direction: 'ltr' },
  fr: { tag: 'fr', direction: 'ltr' },
  de: { tag: 'de', direction: 'ltr' },
  it: { tag: 'it', direction: 'ltr' },
  tr: { tag: 'tr', direction: 'ltr' },
  zh: { tag: 'zh-CN', direction: 'ltr' },
  ja: { tag: 'ja', direction: 'ltr' },
  ar: { tag: 'ar-u-nu-latn', direction: 'rtl' },
};

/** How a language is written. */
export function localeOf(language: Language): Locale {
  return LOCALES[language];
}

/** That of whoever reads none of the others. */
export const DEFAULT_LANGUAGE = 'en' satisfies Language;

/** Browsers send about five; what is behind these is not read. */
const RANGES_MAX = 30;

/** What says which language somebody reads. */
interface LanguageRequest {
  /** The query of the page, whose `lang` goes first. */
  readonly query: unknown;
  /** The header `accept-language`. */
  readonly accepted: string | undefined;
}

/** The language of a page; what is not known, or cannot be read, is as if it were not there. */
export function chooseLanguage({ query, accepted = '' }: LanguageRequest): Language {
  const [named] = namedLanguage(query);
  if (named !== undefined) return named;
  const [best] = accepted
    .split(',', RANGES_MAX)
    .flatMap(readRange)
    // Of the same weight, what was written first goes first.
    .toSorted((one, other) => other.weight - one.weight);
  return best?.language ?? DEFAULT_LANGUAGE;
}

/** The language that the address itself names, in a list; an empty one where it names none of ours. */
export function namedLanguage(query: unknown): Language[] {
  const lang: unknown = typeof query === 'object' && query !== null && Reflect.get(query, 'lang');
  return typeof lang === 'string' ? findLanguage(lang) : [];
}

/** What stands between two commas of `accept-language` (RFC 9110, 12.5.4), where it is a language that we have. */
function readRange(text: string): { language: Language; weight: number }[] {
  const match =
    /^\s*([a-z]{2,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(text);
  const [, range = '', q = '1'] = match ?? [];
  const weight = Number(q);
  if (weight === 0 || weight > 1) return [];
  const languages: Language[] = range === '*' ? [DEFAULT_LANGUAGE] : findLanguage(range);
  return languages.map((language) => ({ language, weight }));
}

/** By the language alone: the country or the script behind it chooses no other texts. */
function findLanguage(tag: string): Language[] {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/, 1);
  return isLanguage(primary) ? [primary] : [];
}

/** Whether the pages are written in it. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}
