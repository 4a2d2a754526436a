import { describe, expect, it } from 'vitest';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { Outage } from '#kit/failure.ts';
import { openHypernative } from '#providers/hypernative/hypernative-screener.ts';
import { openMerkleScience } from '#providers/merkle-science/merkle-science-screener.ts';
import {
  ScreeningLate,
  type WalletQuery,
  type WalletScreener,
} from '#providers/wallet-screener.ts';
import { type Alter, change } from './altered-answers.ts';
import { useRelayedServer } from './relayed-server.ts';

/** A server of a vendor's public shapes. */
export interface ScreenerServer {
  /** Below it is the path of the vendor. */
  readonly baseUrl: string;
  /** Wallets that it approves and rejects. */
  readonly approved: string;
  readonly rejected: string;
  /** One that it never answers about. */
  readonly silent: string;
}

type StartServer = () => Promise<ScreenerServer & AsyncDisposable>;

const POLICY = 'e10bd3b9-89fc-4e78-8ffc-b5602adcfb34';
const OTHER = `0x${'d4'.repeat(20)}`;
const KEY = 'secret-of-test';

interface Vendor {
  readonly open: (parts: {
    readonly outbound: Parameters<typeof openHypernative>[0]['outbound'];
    readonly baseUrl: string;
  }) => WalletScreener;
  readonly keyHeader: string;
  readonly wrong: readonly (readonly [string, Alter])[];
}

const json =
  (body: unknown, status = 200): Alter =>
  () => ({ status, type: 'application/json', text: JSON.stringify(body) });

/** What no vendor may be believed about. */
const WRONG_OF_ALL: Vendor['wrong'] = [
  ['HTML', (answer) => ({ ...answer, type: 'text/html', text: '<html>approve</html>' })],
  ['half of an answer', (answer) => ({ ...answer, text: answer.text.slice(0, 30) })],
  ['more than any judgement', change('more', 'x'.repeat(700_000))],
  ['nothing', json({})],
  ['an empty list', json([])],
  ['no object', json('Approve')],
  ['no content', () => ({ status: 204, type: 'application/json', text: '' })],
  ['a redirect', () => ({ status: 302, type: 'text/html', text: '' })],
  ['a refused key', json({ message: 'Unauthorized' }, 401)],
  ['a wallet that it has no data on', json({ detail: 'No data' }, 404)],
  ['too many calls', json({ message: 'Too Many Requests' }, 429)],
  ['a failure', json({ message: 'Internal' }, 500)],
  ['a status of its own', json({ recommendation: 'Approve' }, 470)],
];

const VENDORS: Readonly<Record<WalletScreenerName, Vendor>> = {
  hypernative: {
    open: (parts) => openHypernative({ ...parts, clientId: 'id-of-test', clientSecret: KEY }),
    keyHeader: 'x-client-secret',
    wrong: [
      ['another wallet', change('address', OTHER)],
      ['an unknown recommendation', change('recommendation', 'Review')],
      ['a recommendation of another case', change('recommendation', 'APPROVE')],
      ['an unknown level', change('severity', 'Fatal')],
      ['no level but flags', change('severity', null)],
      ['flags that are no list', change('flags', 'none')],
      ['a flag of an unknown level', change('flags', [{ title: 'New', severity: 'Fatal' }])],
      ['two wallets', (answer) => ({ ...answer, text: `[${answer.text},${answer.text}]` })],
    ],
  },
  merklescience: {
    open: (parts) =>
      openMerkleScience({
        ...parts,
        apiKey: KEY,
        blockchains: new Map([['base', 'base']]),
        rejectLevel: 3,
      }),
    keyHeader: 'x-api-key',
    wrong: [
      ['another wallet', change('identifier', OTHER)],
      ['another blockchain', change('blockchain', 'tron')],
      ['an unknown level', change('risk_level', 6)],
      ['a negative level', change('risk_level', -1)],
      ['a level that is text', change('risk_level', '0')],
      ['a level without its word', change('risk_level_verbose', undefined)],
      ['a word that is not of its level', change('risk_level_verbose', 'Critical')],
      ['a level of version 3', json({ risk_level: 1, risk_level_verbose: 'Low' })],
      ['no level', change('risk_level', null)],
    ],
  },
};

/** What a vendor's adapter promises over a server of the public shapes, whichever server that is. */
export function describeScreener(
  name: string,
  vendor: WalletScreenerName,
  start: StartServer,
): void {
  describe(`${vendor} at ${name}`, () => {
    const world = useScreenerWorld(vendor, start);
    describeVerdicts(world, vendor);
    describeWrongAnswers(world, vendor);
    if (vendor === 'hypernative') describePolicies(world);
    else describeLevels(world);
  });
}

function useScreenerWorld(vendor: WalletScreenerName, start: StartServer) {
  const { server, outbound, relayUrl, relayed } = useRelayedServer(start);
  const screen = (walletAddress: string, parts: Partial<WalletQuery> = {}) => {
    const baseUrl = relayUrl() + new URL(server().baseUrl).pathname.replace(/\/$/, '');
    const query = { network: 'base', direction: 'incoming', policyId: undefined } as const;
    const screener = VENDORS[vendor].open({ outbound: outbound(), baseUrl });
    return screener.screen({ ...query, timeoutMs: 10_000, walletAddress, ...parts });
  };
  return { server, relayed, screen };
}

type ScreenerWorld = ReturnType<typeof useScreenerWorld>;

function describeVerdicts(
  { server, relayed, screen }: ScreenerWorld,
  vendor: WalletScreenerName,
): void {
  it('approves a wallet, under the key of this installation', async () => {
    const verdict = await screen(server().approved);
    expect(verdict).toMatchObject({ decision: 'approved', level: expect.stringMatching(/./) });
    expect(relayed().headers[VENDORS[vendor].keyHeader]).toBe(KEY);
    expect(relayed().requests).toBe(1);
  });

  it('rejects a wallet, in either direction, and says why in its words', async () => {
    for (const direction of ['incoming', 'outgoing'] as const) {
      const verdict = await screen(server().rejected, { direction });
      expect(verdict.decision).toBe('rejected');
      expect(verdict.categories.length).toBeGreaterThan(0);
    }
  });

  it('says that it is late where no answer comes in the time of its caller', async () => {
    const error = await errorOf(screen(server().silent, { timeoutMs: 60 }));
    expect(error).toBeInstanceOf(ScreeningLate);
  });
}

function describeWrongAnswers(
  { server, relayed, screen }: ScreenerWorld,
  vendor: WalletScreenerName,
): void {
  it.each([...WRONG_OF_ALL, ...VENDORS[vendor].wrong])(
    'knows nothing after %s, and is asked once',
    async (_what, alter) => {
      relayed().alter = alter;
      const error = await errorOf(screen(server().approved));
      expect(error).toBeInstanceOf(Outage);
      expect(error).not.toBeInstanceOf(ScreeningLate);
      expect(String(error)).not.toContain(KEY);
      expect(relayed().requests).toBe(1);
    },
  );

  it('keeps few and short words, whatever is sent', async () => {
    const title = `${'x'.repeat(500)}\0`;
    const flags = Array.from({ length: 100 }, (_, i) => ({ title: `${i}${title}` }));
    const tags = flags.map((flag) => ({ tag_type_verbose: flag.title }));
    relayed().alter = (answer) =>
      change('originator', tags)(change('flags', flags)(answer) ?? answer);
    const { categories } = await screen(server().approved);
    expect(categories.length).toBe(20);
    expect(categories.every((word) => word.length <= 80 && !word.includes('\0'))).toBe(true);
  });
}

function describePolicies({ server, relayed, screen }: ScreenerWorld): void {
  it('judges by the policy that is asked for, and by no other', async () => {
    const { reference } = await screen(server().approved, { policyId: POLICY });
    expect(reference).toBe(POLICY);
    relayed().alter = change('policyId', '0f8a1ae1-e9ca-4491-9499-b13ba21f1bb6');
    const other = errorOf(screen(server().approved, { policyId: POLICY }));
    expect(await other).toBeInstanceOf(Outage);
  });

  it('reads a list of one, and a wallet without flags or level', async () => {
    relayed().alter = (answer) => {
      const bare = change('severity', null)(change('flags', [])(answer) ?? answer);
      return bare && { ...bare, text: `[${bare.text}]` };
    };
    const verdict = await screen(server().approved);
    expect(verdict).toMatchObject({ decision: 'approved', level: 'None' });
  });
}

function describeLevels({ server, relayed, screen }: ScreenerWorld): void {
  it.each([
    [1, 'Info', 'approved'],
    [2, 'Caution', 'approved'],
    [3, 'Medium', 'rejected'],
    [5, 'Critical', 'rejected'],
  ])('decides level %i, %s, by the setting: %s', async (level, word, decision) => {
    relayed().alter = (answer) =>
      change('risk_level_verbose', word)(change('risk_level', level)(answer) ?? answer);
    expect((await screen(server().approved)).decision).toBe(decision);
  });

  it('asks nothing about a network without a code, nor by a policy', async () => {
    for (const parts of [{ network: 'tron' }, { policyId: POLICY }] as const) {
      expect(await errorOf(screen(server().approved, parts))).toBeInstanceOf(Outage);
    }
    expect(relayed().requests).toBe(0);
  });
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
