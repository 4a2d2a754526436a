/** A text for each plural form that a language has (Intl.PluralRules); every language has `other`. */
export type PluralForms = { readonly other: string } & Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>>
>;

/**
 * The text for a count in the plural form that the language has for it, such as
 * `plural('ar', count, { one: 'دفعة واحدة', two: 'دفعتان', few: `${count} دفعات`, other: `${count} دفعة` })`.
 * A form that is left out is `other`.
 */
export function plural(locale: string, count: number, forms: PluralForms): string {
  return forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
}
