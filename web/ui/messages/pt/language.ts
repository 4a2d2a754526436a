/** The language of these texts, by which numbers and times are written, and in which direction they are read. */
export const LANGUAGE: string = 'pt';
export const LOCALE: string = 'pt-BR';
export const DIRECTION: 'ltr' | 'rtl' = 'ltr';
