/** Four characters are what the eye compares at once. */
const GROUP_CHARACTERS = 4;

/** A whole address in groups of four, `0x` with the first, for wrapped monospace text. */
export function groupAddress(address: string): string[] {
  const prefix = address.startsWith('0x') ? '0x' : '';
  const rest = address.slice(prefix.length);
  const groups: string[] = [];
  for (let at = 0; at < rest.length; at += GROUP_CHARACTERS) {
    groups.push(rest.slice(at, at + GROUP_CHARACTERS));
  }
  const [first = '', ...others] = groups;
  return [prefix + first, ...others];
}

/** Whether two addresses are the same, whatever their case. */
export function sameAddress(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
}
