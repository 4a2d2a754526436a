/** Of these letters every label is written in one form only: nothing is mapped, joined or mistaken for another. */
const PLAIN_LABEL = /^(?!..--)[a-z0-9-]+$/;

/**
 * Whether a name is written in its one normal form (ENSIP-15), with a dot in it. What knows all letters is loaded with the first name that
 * is not plain: its tables take the processor for some hundred milliseconds, once.
 */
export async function isNormalName(name: string): Promise<boolean> {
  const labels = name.split('.');
  if (labels.length < 2) return false;
  if (labels.every((label) => PLAIN_LABEL.test(label))) return true;
  const { normalize } = await import('viem/ens');
  try {
    return normalize(name) === name;
  } catch {
    // It has no normal form.
    return false;
  }
}
