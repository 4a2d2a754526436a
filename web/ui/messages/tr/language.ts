/** The language of these texts, by which numbers and times are written, and in which direction they are read. */
export const LANGUAGE: string = 'tr';
export const LOCALE: string = 'tr';
export const DIRECTION: 'ltr' | 'rtl' = 'ltr';
