/** One line of what was tried. */
export interface Finding {
  readonly about: string;
  readonly ok: boolean;
  /** Whether a person should check it although it stops no start. */
  readonly warns?: boolean;
  readonly text: string;
}
