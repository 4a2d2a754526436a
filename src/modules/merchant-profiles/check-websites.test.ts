import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { silentMeter } from '#platform/metrics.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { startNameServer } from '../../../tests/support/name-server.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import type { Context } from '../../context.ts';
import { checkWebsites } from './check-websites.ts';
import { type MerchantWebsite, proofText } from './model/website.ts';
import { removeMerchantWebsite } from './remove-merchant-website.ts';
import { setMerchantProfile } from './set-merchant-profile.ts';
import { setMerchantWebsite } from './set-merchant-website.ts';
import { findMerchant, viewMerchantProfile } from './view-merchant-profile.ts';
import { openWebsiteReaders, type WebsiteReaders } from './website-readers.ts';

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1_000;
const START = new Date('2026-11-01T00:00:00Z');
const contextAt = (ms: number): Context => ({
  ...testContext({ db: database.db }),
  now: () => new Date(START.getTime() + ms),
});

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
  await database.db.deleteFrom('merchant_profile').execute();
});

/** A new account whose website is set, and due. */
async function shop(domain = 'shop.example') {
  const accountId = await insertAccount(database.db);
  await setMerchantProfile(contextAt(0), { accountId, displayName: 'Corner shop' });
  const { website } = await setMerchantWebsite(contextAt(0), { accountId, domain });
  return { accountId, text: proofText(website?.token ?? '') };
}

const websiteOf = async (accountId: string): Promise<MerchantWebsite | null | undefined> =>
  (await viewMerchantProfile(contextAt(0), { accountId }))?.website;
const shownOf = async (accountId: string) =>
  (await findMerchant(contextAt(0), { accountId, clientIdId: null }))?.verifiedDomain;
const actionsOf = async (accountId: string) => {
  const entries = await database.db
    .selectFrom('audit_entry')
    .select('action')
    .where('account_id', '=', accountId)
    .where('action', 'like', 'merchant_website.verif%')
    .execute();
  return entries.map(({ action }) => action).toSorted();
};

/** Readers of a file with this text at every domain, and of no records. */
const fileOf = (text: string, status = 200): WebsiteReaders => ({
  outbound: { request: async () => ({ status, headers: {}, text }) },
  txt: { read: async () => [] },
});
/** Readers of these records at every domain, and of no file. */
const recordsOf = (...records: readonly string[]): WebsiteReaders => ({
  ...fileOf('', 404),
  txt: { read: async () => records },
});
const check = (readers: WebsiteReaders, atMs = 0) => checkWebsites(contextAt(atMs), readers, 16);

/** Readers whose file is at a server of this machine, by the client that the product uses. */
async function served(answer: RequestListener): Promise<WebsiteReaders> {
  const server = await startHttpServer(answer);
  const outbound = openOutbound({ privateAddresses: 'allow' });
  opened.push({ [Symbol.asyncDispose]: () => outbound.close() }, server);
  return {
    ...fileOf(''),
    outbound: {
      // The wait of a server that never answers is made short; how long the product waits is its own.
      request: (request) =>
        outbound.request({
          ...request,
          url: request.url.replace('https://shop.example', server.url),
          timeoutMs: Math.min(request.timeoutMs, 2_000),
        }),
    },
  };
}

describe('a website', () => {
  it('is shown once its file has the text as a line, and not before', async () => {
    const { accountId, text } = await shop();
    expect(await shownOf(accountId)).toBeUndefined();
    expect(await check(fileOf(`# ours\n${text}\n`))).toBe(1);
    expect(await shownOf(accountId)).toBe('shop.example');
    expect(await websiteOf(accountId)).toMatchObject({ verifiedAt: START, problem: null });
    expect(await actionsOf(accountId)).toEqual(['merchant_website.verified']);
    expect(await check(fileOf(''))).toBe(0);
  });

  it('is shown once one of its TXT records is the text, without a file', async () => {
    const { accountId, text } = await shop();
    await check(recordsOf('v=spf1 -all', text));
    expect(await shownOf(accountId)).toBe('shop.example');
  });

  it('is not proven by what proves the same domain to be of another profile', async () => {
    const [own, other] = [await shop(), await shop()];
    await check(fileOf(own.text));
    expect(await shownOf(own.accountId)).toBe('shop.example');
    expect(await shownOf(other.accountId)).toBeUndefined();
    await check(recordsOf(own.text), DAY / 24);
    expect(await shownOf(other.accountId)).toBeUndefined();
  });

  it('says why it is not proven', async () => {
    const { accountId } = await shop();
    await check(fileOf('florin-domain=', 404));
    expect((await websiteOf(accountId))?.problem).toBe(
      'the file was answered by 404, which is not 200; no TXT record is the text',
    );
    expect(await shownOf(accountId)).toBeUndefined();
  });

  it('begins anew with another domain', async () => {
    const { accountId, text } = await shop();
    await check(fileOf(text));
    await setMerchantWebsite(contextAt(1), { accountId, domain: 'other.example' });
    expect(await shownOf(accountId)).toBeUndefined();
    await check(fileOf(text), 1);
    expect(await shownOf(accountId)).toBeUndefined();
  });

  it('is shown until its proof was missing for three days', async () => {
    const { accountId, text } = await shop();
    await check(fileOf(text));
    for (let quarter = 4; quarter < 16; quarter += 1) {
      expect(await check(fileOf(''), (quarter * DAY) / 4)).toBe(1);
      expect(await shownOf(accountId)).toBe('shop.example');
    }
    await check(fileOf(''), 4 * DAY);
    expect(await shownOf(accountId)).toBeUndefined();
    expect(await actionsOf(accountId)).toEqual([
      'merchant_website.verification_ended',
      'merchant_website.verified',
    ]);
    expect(await check(fileOf(text), 40 * DAY)).toBe(0);
  });
});

describe('a check', () => {
  it('is made once by processes that sweep at the same time', async () => {
    const { text } = await shop();
    const counts = await Promise.all([check(fileOf(text)), check(fileOf(text))]);
    expect(counts.toSorted()).toEqual([0, 1]);
  });

  it('is made again by another process once one has lost it', async () => {
    const { accountId, text } = await shop();
    const lost = {
      ...fileOf(text),
      outbound: { request: () => Promise.reject(new Error('lost')) },
    };
    await expect(check(lost)).rejects.toThrow('lost');
    expect(await check(fileOf(text), 59_999)).toBe(0);
    expect(await check(fileOf(text), 60_000)).toBe(1);
    expect(await shownOf(accountId)).toBe('shop.example');
  });

  it.each([
    ['removed', (accountId: string) => removeMerchantWebsite(contextAt(1), { accountId })],
    [
      'another',
      (accountId: string) =>
        setMerchantWebsite(contextAt(1), { accountId, domain: 'other.example' }),
    ],
  ])('changes nothing of a website that is %s meanwhile', async (_, change) => {
    const { accountId, text } = await shop();
    const { outbound, txt } = fileOf(text);
    await check({
      txt,
      outbound: {
        request: async (request) => {
          await change(accountId);
          return outbound.request(request);
        },
      },
    });
    expect(await shownOf(accountId)).toBeUndefined();
    expect(await actionsOf(accountId)).toEqual([]);
  });

  it('follows no redirect', async () => {
    const { accountId, text } = await shop();
    const readers = await served((request, response) => {
      const isElsewhere = request.url === '/elsewhere';
      response.writeHead(isElsewhere ? 200 : 302, { location: '/elsewhere' }).end(text);
    });
    await check(readers);
    expect(await websiteOf(accountId)).toMatchObject({
      verifiedAt: null,
      problem: expect.stringContaining('answered by 302'),
    });
  });

  it('reads no more of a file than it may have', async () => {
    const { accountId, text } = await shop();
    const readers = await served((_, response) => {
      response.end(`${text}\n`.padEnd(16 * 1_024 + 1, 'x'));
    });
    await check(readers);
    expect(await websiteOf(accountId)).toMatchObject({
      verifiedAt: null,
      problem: expect.stringContaining('the file could not be read'),
    });
  });

  it('gives up on a server that never ends its answer', async () => {
    const { accountId, text } = await shop();
    await check(await served((_, response) => response.write(`${text}\n`)));
    expect(await websiteOf(accountId)).toMatchObject({
      verifiedAt: null,
      problem: expect.stringContaining('the file could not be read'),
    });
  });

  it('makes no connection to a private address, and reads records in chunks', async () => {
    const [{ accountId, text }, other] = [await shop(), await shop('other.example')];
    const names = await startNameServer(
      () => [[127, 0, 0, 1]],
      (name) => (name === '_florin-domain.shop.example' ? [[text.slice(0, 9), text.slice(9)]] : []),
    );
    const readers = openWebsiteReaders({ meter: silentMeter, nameServers: [names.address] });
    opened.push({ [Symbol.asyncDispose]: () => readers.close() }, names);
    await check(readers);
    expect(await shownOf(accountId)).toBe('shop.example');
    expect(await websiteOf(other.accountId)).toMatchObject({
      verifiedAt: null,
      problem: expect.stringContaining('an address that is not public'),
    });
  });
});
