/** Whether one thing that the server uses is there. */
export interface ReadyCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What is wrong, in words that give no secret away. */
  readonly detail?: string;
}

/** Whether traffic should be sent here, and all checks behind it. */
export interface ReadyReport {
  /** May be true though some check is not ok: then most calls can still be answered. */
  readonly ready: boolean;
  readonly checks: readonly ReadyCheck[];
}

/** The body of a probe; `warnings` names what is unreachable although the server is ready. */
export function readyBody({ ready, checks }: ReadyReport): {
  readonly status: 'ready' | 'not_ready';
  readonly checks: readonly ReadyCheck[];
  readonly warnings?: readonly string[];
} {
  const away = checks.flatMap(({ name, ok }) => (ok ? [] : [`No answer: ${name}`]));
  if (!ready) return { status: 'not_ready', checks };
  return away.length === 0
    ? { status: 'ready', checks }
    : { status: 'ready', checks, warnings: away };
}
