/** What each way to sign in is handed. */
export interface Way {
  /** Reads who is signed in now. */
  readonly onDone: () => Promise<unknown>;
  /** Whether one of the ways is under way: another one would end its session. */
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
}
