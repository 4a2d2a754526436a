/**
 * What a catalogue of another language must hold: the keys of the English one, texts where it has texts, and functions of the same
 * inputs where it has functions. A missing key, a key too many and another input do not compile.
 */
export type Translation<T> = T extends string
  ? string
  : T extends (...inputs: infer Inputs) => infer Answer
    ? (...inputs: Inputs) => Translation<Answer>
    : { readonly [Key in keyof T]: Translation<T[Key]> };
