import type { SandboxFile } from './sandbox-file.ts';

interface BoxParts {
  readonly sandbox: SandboxFile;
  /** The data folder. */
  readonly home: string;
  readonly startedInMs: number;
}

/** What a person sees when the sandbox is ready: where everything is and what to try next. */
export function printBox({ sandbox, home, startedInMs }: BoxParts): string {
  const { apiUrl, authUrl, payUrl, apiKey, clientId, login, payee, paymentUrl, networks } = sandbox;
  const { routeProviderUrl, safe } = sandbox;
  const nodes = Object.entries(networks).map(([id, { rpcUrl }]) => `${id} ${rpcUrl}`);
  const lines = [
    `Florin sandbox, ready in ${(startedInMs / 1000).toFixed(1)} s. No real money moves here.`,
    '',
    `API          ${apiUrl}   (docs at ${apiUrl}/docs)`,
    `Accounts     ${authUrl}`,
    `Pay page     ${payUrl}`,
    `Dashboard    ${sandbox.dashboardUrl}   (sign in as below, or with a test wallet)`,
    ...(sandbox.inbox
      ? [`Inbox        ${payUrl}/inbox   (every webhook, and whether its signature is right)`]
      : []),
    ...(routeProviderUrl === undefined
      ? []
      : [
          `Routes       ${routeProviderUrl}   (payments from other networks, filled by a local relayer)`,
        ]),
    ...(safe?.serviceUrl === undefined
      ? []
      : [
          `Safes        ${safe.serviceUrl}/<network>/api   (what owners of Safes propose and sign)`,
        ]),
    ...nodes.map((node, i) => `${i === 0 ? 'Nodes' : '     '}        ${node}`),
    '',
    `API key      ${apiKey}`,
    `Client ID    ${clientId}   (origin ${sandbox.origin})`,
    `Sign-in      ${login.email}   password ${login.password}`,
    '',
    'Pay this link with the test wallet on the page:',
    `             ${paymentUrl}`,
    '',
    'Then try:',
    '  npm run demo        link, payment and signed webhook without a browser',
    `  curl -X POST ${apiUrl}/v2/secure-payments -H 'content-type: application/json' \\`,
    `    -H 'x-api-key: ${apiKey}' \\`,
    `    -d '${JSON.stringify({ requests: [{ destinationId: payee.destinationId, amount: '1' }] })}'`,
    '',
    `Everything above is also in ${home}/sandbox.json. Ctrl-C stops it; npm run reset starts afresh.`,
  ];
  return frame(lines);
}

function frame(lines: readonly string[]): string {
  // A long command that is to be copied must not be broken, so the frame is open to the right.
  return ['┌────', ...lines.map((line) => `│ ${line}`.trimEnd()), '└────', ''].join('\n');
}
