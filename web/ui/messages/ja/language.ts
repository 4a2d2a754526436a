/** The language of these texts, by which numbers and times are written, and in which direction they are read. */
export const LANGUAGE: string = 'ja';
export const LOCALE: string = 'ja';
export const DIRECTION: 'ltr' | 'rtl' = 'ltr';
