import process from 'node:process';
import { z } from 'zod';
import { publicUrls } from '#platform/config/public-urls.ts';
import { readSandboxFile } from '#sandbox/sandbox-file.ts';
import { type Environment, readConfig } from './read-config.ts';

/** How a command reaches the API, as any client does. */
export interface ApiAccess {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly apiKey: string;
}

/** Where the API is, unless the settings say it. */
export interface ApiOptions {
  readonly apiUrl?: string;
  readonly authUrl?: string;
}

/**
 * The API of this configuration, with the key of `FLORIN_API_KEY`; both come from the running
 * sandbox where nothing else is said. Without a key it is one sentence and exit code 1.
 */
export async function findApiAccess(
  environment: Environment,
  options: ApiOptions,
): Promise<ApiAccess> {
  const config = readConfig(environment);
  const sandbox = config.mode === 'sandbox' ? await readSandboxFile(config.home) : undefined;
  const own = publicUrls(config, config.ports);
  const apiKey = environment['FLORIN_API_KEY'] ?? sandbox?.apiKey;
  if (apiKey === undefined) {
    return endWith(
      `Set FLORIN_API_KEY, or start the sandbox of ${config.home} with npm start first.`,
    );
  }
  return {
    apiUrl: options.apiUrl ?? sandbox?.apiUrl ?? own.api,
    authUrl: options.authUrl ?? sandbox?.authUrl ?? own.auth,
    apiKey,
  };
}

/** Ends the command with a sentence on standard error and exit code 1. */
export function endWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const Issue = z.looseObject({ message: z.string() });
const Problem = z.looseObject({ message: z.union([z.string(), z.array(Issue)]) });

/** A call that changes something. */
interface AuthCall {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The client ID that is acted for, where not the whole account is. */
  readonly clientId: string | undefined;
}

/** Posts to the auth host and returns the body; what is refused ends the command with its words. */
export async function callAuthHost(
  { authUrl, apiKey }: ApiAccess,
  { path, body, clientId }: AuthCall,
): Promise<unknown> {
  const answer = await fetch(`${authUrl}${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      ...(clientId !== undefined && { 'x-client-id': clientId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (answer === undefined) return endWith(`${authUrl} does not answer.`);
  if (!answer.ok) return endWith(`${authUrl} refuses: ${await messageOfRefusal(answer)}`);
  return await answer.json();
}

/** The message of a refusal; its status where it has no readable one. */
export async function messageOfRefusal(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined);
  const problem = Problem.safeParse(body);
  if (!problem.success) return `HTTP ${answer.status}`;
  const { message } = problem.data;
  return typeof message === 'string' ? message : message.map((issue) => issue.message).join('; ');
}
