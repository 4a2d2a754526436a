/** A use is noted at most this often for each credential, so that reading does not become writing. */
const NOTED_EVERY_MS = 60_000;

/** Whether a use is to be noted, because the last one that was noted is more than a minute ago. */
export function isUseDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > NOTED_EVERY_MS;
}
