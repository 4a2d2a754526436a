import { NETWORK_IDS, NETWORKS } from '#catalog/networks.ts';
import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { formatDestinationId } from '#modules/destinations/model/destination-id.ts';
import { createAccount } from '#modules/identity/index.ts';
import { createSecurePayment } from '#modules/secure-payments/index.ts';
import { loadConfig } from '#platform/config/load.ts';
import { openLog } from '#platform/log.ts';
import { openShutdown } from '#platform/shutdown.ts';
import { buildHosts } from '../../src/hosts/api/api.ts';
import { wire } from '../../src/processes/wiring.ts';
import { announce, databaseUrlArgument, OTHER_LINKS, PAYEES } from './announce.ts';

// The API host as production wires it, every setting at its default, with credentials to call it.
const urls = {
  api: 'http://localhost:8080',
  auth: 'http://localhost:8081',
  pay: 'http://localhost:8082',
  dashboard: 'http://localhost:8083',
};
const databaseUrl = databaseUrlArgument();
const secretKey = 'a key of the benchmark, which opens nothing else';
const loaded = loadConfig(
  {
    FLORIN_MODE: 'production',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    // No node answers there: creating a link and reading one without a wallet need none.
    RPC_URL_BASE: 'http://127.0.0.1:1',
    API_URL: urls.api,
    AUTH_URL: urls.auth,
    PAY_URL: urls.pay,
  },
  NETWORK_IDS,
);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { config } = loaded;
const log = openLog({ level: config.logLevel, mode: config.mode });
const shutdown = openShutdown(log);
const { rpcUrls } = config;
const wiring = wire({ config, databaseUrl, rpcUrls, secretKey, urls, log }, shutdown);
const { api } = await buildHosts(wiring);

/** Accounts with keys of their own, of which calls take another one each time. */
const ACCOUNTS = 5;
const KEYS_PER_ACCOUNT = 4;

const { ctx } = wiring;
const accounts = await Promise.all(
  Array.from({ length: ACCOUNTS }, () => createAccount(ctx, { name: 'Bench' })),
);
const keys = await Promise.all(
  accounts.flatMap(({ id: accountId }) =>
    Array.from({ length: KEYS_PER_ACCOUNT }, () =>
      createApiKey(ctx, { accountId, label: 'Bench' }),
    ),
  ),
);
const [account] = accounts;
const [key] = keys;
if (account === undefined || key === undefined) throw new Error('There is at least one of each.');
const accountId = account.id;
const allowedDomains = [urls.pay];
const { clientId } = await createClientId(ctx, { accountId, label: 'Bench', allowedDomains });
const tokenAddress = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
// Each names a fee, so that each has a plan of its fees.
const inputTo = (payee: number) => {
  const walletAddress = `0x${payee.toString(16).padStart(40, '1')}`;
  const { text } = formatDestinationId({ network: NETWORKS.base, walletAddress, tokenAddress });
  return {
    requests: [{ destinationId: text, amount: '12.5' }],
    feePercentage: '1',
    feeAddress: '0x2222222222222222222222222222222222222222',
    reference: 'INV-77',
  };
};
const caller = { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId: key.id } } as const;
const createCall = (payee: number) => ({
  path: '/v2/secure-payments',
  headers: {
    'content-type': 'application/json',
    'x-api-key': (keys[payee % keys.length] ?? key).apiKey,
  },
  body: JSON.stringify(inputTo(payee)),
});
const readCall = async () => {
  const { token } = await createSecurePayment(caller, inputTo(0));
  const headers = { 'x-client-id': clientId, origin: urls.pay };
  return { path: `/v2/secure-payments/${token}`, headers };
};

await announce({
  app: api,
  calls: {
    create: {
      method: 'POST',
      each: [createCall(0), ...Array.from({ length: PAYEES - 1 }, (_, i) => createCall(i + 1))],
      isNamed: true,
    },
    read: {
      method: 'GET',
      each: [
        await readCall(),
        ...(await Promise.all(Array.from({ length: OTHER_LINKS }, readCall))),
      ],
    },
  },
  close: () => shutdown.run(),
});
