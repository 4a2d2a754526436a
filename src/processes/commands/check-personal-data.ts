import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { countSealed, type SealedTable } from '#platform/db/reseal.ts';

interface KeyFinding {
  readonly about: string;
  readonly ok: boolean;
  readonly warns?: boolean;
  readonly text: string;
}

/**
 * Whether every value of personal data has its key. One without it cannot be read, which stops no start and is a mistake all the
 * same; one of another key than the first waits for a rotation.
 */
export async function checkPersonalData(
  { mode, personalDataKeys: keys }: Pick<Config, 'mode' | 'personalDataKeys'>,
  tables: readonly SealedTable[],
  db: Database,
): Promise<readonly KeyFinding[]> {
  const about = 'personal data';
  // The sandbox's key is in its data folder.
  if (mode === 'sandbox' && keys === undefined) return [];
  const counts = new Map<number, number>();
  for (const table of tables) {
    for (const [version, count] of await countSealed({ db }, table)) {
      counts.set(version, (counts.get(version) ?? 0) + count);
    }
  }
  const versions = keys?.map(({ version }) => version) ?? [];
  const findings = [...counts].flatMap(([version, count]): KeyFinding[] => {
    if (version === versions[0]) return [];
    if (!versions.includes(version)) {
      const text = `${count} values were sealed with key ${version}, which PERSONAL_DATA_KEYS does not have: they cannot be read`;
      return [{ about, ok: false, text }];
    }
    const text = `${count} values were sealed with key ${version}: npx florin personal-data rotate seals them with key ${versions[0]}`;
    return [{ about, ok: true, warns: true, text }];
  });
  if (findings.length > 0) return findings;
  const [sealing] = versions;
  const text =
    sealing === undefined
      ? 'PERSONAL_DATA_KEYS is not set: none is stored, and the endpoints of payers answer 400'
      : `key ${sealing} seals it, and nothing is sealed with another`;
  return [{ about, ok: true, text }];
}
