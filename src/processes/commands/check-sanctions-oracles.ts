import { REFERENCE_LIST } from '#catalog/sanctions-oracles.ts';
import type { Chain } from '#chains/chain.ts';
import { listsFor } from '#modules/screening/index.ts';
import type { Config } from '#platform/config/config.ts';

/** What is found of the list of sanctioned addresses of a network. */
interface OracleFinding {
  readonly about: string;
  readonly ok: true;
  readonly warns: boolean;
  readonly text: string;
}

/**
 * Whether the list of each network answers, where wallets are looked up at all. None of it stops a start: wallets that a list says
 * nothing about do not pay.
 */
export async function checkSanctionsOracles(
  { sanctionsOracle: rule }: Pick<Config, 'sanctionsOracle'>,
  chains: readonly Chain[],
): Promise<readonly OracleFinding[]> {
  // A sandbox's own nodes are not connected here.
  if (rule === 'off' || chains.length === 0) return [];
  const findings = await Promise.all(chains.map((chain) => checkOracle(chain, rule)));
  const reference = chains.some(({ network }) => network.id === REFERENCE_LIST);
  return reference ? findings : [...findings, withoutReference()];
}

async function checkOracle(
  { network, sanctions }: Chain,
  rule: Config['sanctionsOracle'],
): Promise<OracleFinding> {
  const about = `sanctions oracle ${network.id}`;
  const finding = (warns: boolean, text: string): OracleFinding => ({
    about,
    ok: true,
    warns,
    text,
  });
  if (sanctions === undefined) {
    const { lists, lacksOne } = listsFor([network], rule);
    if (lacksOne) return finding(true, 'there is none: no payment links are created');
    return finding(
      true,
      lists.length === 0
        ? 'there is none: wallets are not looked up'
        : `there is none: wallets are looked up in the list of ${lists.join(', ')}`,
    );
  }
  try {
    // Any address would do: what counts is that the answer is one.
    await sanctions.areListed([sanctions.oracleAddress]);
    return finding(false, `answers at ${sanctions.oracleAddress}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return finding(true, `${reason}: wallets are refused meanwhile`);
  }
}

const withoutReference = (): OracleFinding => ({
  about: `sanctions oracle ${REFERENCE_LIST}`,
  ok: true,
  warns: true,
  text: 'no node of it is connected: all wallets of EVM networks are refused',
});
