/** The language of these texts, by which numbers and times are written, and in which direction they are read. */
export const LANGUAGE: string = 'en';
export const LOCALE: string = 'en-GB';
export const DIRECTION: 'ltr' | 'rtl' = 'ltr';
