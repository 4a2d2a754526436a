import { asObject, type Json, type JsonObject } from '../openapi-schemas.ts';
import { type ReferenceOperation, textsOf } from './operations.ts';

interface RequestParts {
  readonly operation: ReferenceOperation;
  /** The variable that holds the address of its host: `API` or `AUTH`. */
  readonly server: string;
  readonly example: Json | undefined;
}

/** A call of the operation with curl, with the variable names of the documents. */
export function printCurl({ operation, server, example }: RequestParts): string {
  const { method } = operation;
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const address = `"$${server}${pathOf(operation)}${queryOf(operation)}"`;
  const body = operation.body !== undefined && example !== undefined;
  return [
    `curl -sS --fail-with-body${verb} ${address}`,
    ...credentialsOf(operation),
    ...(body ? ["-H 'content-type: application/json'", `-d '${quote(example)}'`] : []),
  ].join(' \\\n  ');
}

function quote(example: Json): string {
  return JSON.stringify(example, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ');
}

/** From what an integrator's server has to what only a signed-in person has. */
const CREDENTIALS: readonly (readonly [schemes: string, options: readonly string[]])[] = [
  ['', []],
  ['api_key', ['-H "x-api-key: $KEY"']],
  [
    'client_id,orchestrator_key',
    ['-H "x-orchestrator-key: $ORCHESTRATOR_KEY"', '-H "x-client-id: $CLIENT_ID"'],
  ],
  ['orchestrator_key', ['-H "x-orchestrator-key: $ORCHESTRATOR_KEY"']],
  ['api_key,client_id', ['-H "x-client-id: $CLIENT_ID"', '-H "x-api-key: $KEY"']],
  ['client_id', ['-H "x-client-id: $CLIENT_ID"', '-H "origin: $ORIGIN"']],
  ['session_bearer', ['-H "authorization: Bearer $SESSION"']],
];

function credentialsOf({ security }: ReferenceOperation): readonly string[] {
  const ways = new Set(security.map((schemes) => [...schemes].sort().join(',')));
  return CREDENTIALS.find(([schemes]) => ways.has(schemes))?.[1] ?? [];
}

function pathOf({ path }: ReferenceOperation): string {
  return path.replaceAll(
    /([^/]+)\/\{(\w+)\}/g,
    (_, segment: string, name: string) =>
      `${segment}/${LITERALS[name] ?? `$${variableOf(name, segment)}`}`,
  );
}

/** What has few values is shown by one of them. */
const LITERALS: Readonly<Record<string, string>> = { currencyId: 'EUR' };

function queryOf({ parameters }: ReferenceOperation): string {
  const shown = parameters.filter(
    (it) => it['in'] === 'query' && (it['required'] === true || it['name'] === 'wallet'),
  );
  const pairs = shown.map((it) => {
    const name = String(it['name']);
    const example = VARIABLES[name] === undefined ? exampleOf(it) : undefined;
    return `${name}=${example ?? `$${variableOf(name, '')}`}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function exampleOf({ schema: of }: JsonObject): string | undefined {
  const schema = asObject(of);
  return (textsOf(schema['examples'])[0] ?? textsOf(schema['enum'])[0])?.replaceAll(' ', '%20');
}

/** The names that the documents use. */
const VARIABLES: Readonly<Record<string, string>> = {
  wallet: 'PAYER',
  walletAddress: 'PAYER',
  destinationId: 'PAYEE',
  clientIdId: 'CLIENT_ID_ID',
  webhookId: 'WEBHOOK',
  deliveryId: 'DELIVERY',
};

/** By the segment before an id. */
const IDS: Readonly<Record<string, string>> = {
  'api-keys': 'API_KEY_ID',
  'client-ids': 'CLIENT_ID_ID',
  'fee-configs': 'FEE_CONFIG_ID',
  keys: 'ORCHESTRATOR_KEY_ID',
  sessions: 'SESSION_ID',
  webhooks: 'WEBHOOK',
  intents: 'INTENT',
};

function variableOf(name: string, segment: string): string {
  const known = name === 'id' || segment === 'intents' ? IDS[segment] : VARIABLES[name];
  return known ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
