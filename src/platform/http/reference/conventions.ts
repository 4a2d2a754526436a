import { STATUS_CODES } from 'node:http';
import type { OpenApiDocument } from '../openapi.ts';
import { asObject } from '../openapi-schemas.ts';
import { type Html, html } from './html.ts';
import { renderInline, renderMarkdown } from './markdown.ts';
import type { ReferenceOperation } from './operations.ts';
import { printJson } from './print-json.ts';
import { renderCode } from './render-operation.ts';

/** The variables of all examples, to be set once in a shell. */
export function renderVariables(apiUrl: string, authUrl: string): Html {
  return renderCode(
    'Set once in your shell',
    [`API=${apiUrl}`, `AUTH=${authUrl}`, 'KEY=…  # an API key of your account'].join('\n'),
  );
}

const VARIABLES = [
  ['API', 'the address of the API host', 'apiUrl'],
  [
    'AUTH',
    'the address of the auth host, where accounts, credentials and webhooks are managed',
    'authUrl',
  ],
  ['KEY', 'an API key', 'apiKey'],
  ['CLIENT_ID', 'a client ID', 'clientId'],
  ['ORIGIN', 'an allowed domain of the client ID, as its browsers send it', 'origin'],
  ['SESSION', 'the `session_token` that signing in sets as a cookie', undefined],
  ['ORCHESTRATOR_KEY', 'the key of a partner', undefined],
  ['PAYER', 'the wallet that pays', 'payer.address'],
  ['TOKEN', 'the token of a payment link', undefined],
] as const;

/** What is true of every operation: credentials, errors, idempotency, limits. */
export function renderConventions(document: OpenApiDocument): Html {
  const { securitySchemes, parameters, headers } = document.components;
  const schemes = Object.values(asObject(securitySchemes)).map((scheme) => {
    const { name, type, in: position, description } = asObject(scheme);
    const sent = type === 'http' ? 'authorization' : String(name);
    return html`<li><p><code class="name">${sent}</code> <span class="type">${type === 'http' ? 'header' : String(position)}</span></p><p>${renderInline(String(description))}</p></li>`;
  });
  const variables = VARIABLES.map(
    ([name, meaning, sandbox]) =>
      html`<li><p><code class="name">$${name}</code> <span class="type">${renderInline(meaning)}</span></p>${sandbox !== undefined && html`<p>In the sandbox: <code>npx florin sandbox ${sandbox}</code></p>`}</li>`,
  );
  const { 'Idempotency-Key': key } = asObject(parameters);
  const limits = Object.entries(asObject(headers)).map(
    ([name, header]) =>
      html`<li><p><code class="name">${name}</code></p><p>${renderInline(String(asObject(header)['description']))}</p></li>`,
  );
  return html`<section class="group conventions" aria-labelledby="group-conventions"><div class="group-head"><h2 id="group-conventions">Conventions</h2>
${renderMarkdown(document.info.description)}</div>
<article id="/conventions/credentials"><h3>Credentials</h3><p>Each operation says which it takes. They come in headers or in a cookie:</p><ul class="fields">${schemes}</ul>
<h4>Variables of the examples</h4><ul class="fields">${variables}</ul></article>
<article id="/conventions/idempotency"><h3>Idempotency</h3><p>Send <code>Idempotency-Key</code> with a call that changes something, and repeat the call safely. ${renderInline(String(asObject(key)['description'] ?? ''))}</p></article>
<article id="/conventions/limits"><h3>Limits</h3><p>Every answer says how much is left of the rate limit.</p><ul class="fields">${limits}</ul></article></section>
`;
}

/** The body of every error, and the codes that many operations answer. */
export function renderErrorCodes(operations: readonly ReferenceOperation[]): Html {
  const shared = new Map(
    operations
      .flatMap(({ errors }) => errors.filter(({ isShared }) => isShared))
      .flatMap(({ status, codes }) =>
        codes.map(([code, message]) => [code, { status, message }] as const),
      ),
  );
  const items = [...shared]
    .sort(([, a], [, b]) => a.status - b.status)
    .map(
      ([code, { status, message }]) =>
        html`<li id="/errors/${code}"><p><code class="name">${code}</code> <span class="type">${status} ${STATUS_CODES[status]}</span></p><p>${renderInline(message)}</p></li>`,
    );
  return html`<section class="group" aria-labelledby="group-errors"><article class="operation" id="/conventions/errors"><div class="about"><h2 id="group-errors">Errors</h2>
<p>Every answer of 400 and above has the same body. <code>code</code> is a stable word for programs, <code>message</code> is for people, <code>errors</code> names wrong fields, <code>docUrl</code> leads to the operation on this page, and <code>correlationId</code> is what to quote when you ask about the answer. Each operation lists its own codes; these are those of many:</p>
<ul class="fields">${items}</ul></div><div class="examples">${renderCode('Body of an error', printJson(ERROR))}</div></article></section>
`;
}

const ERROR = {
  statusCode: 400,
  message: 'requests[0].amount must be greater than 0',
  error: 'Bad Request',
  code: 'invalid_amount',
  errors: [{ field: 'requests[0].amount', message: 'must be greater than 0' }],
  docUrl: 'https://api.example/docs#/Secure%20payments/createSecurePayment',
  correlationId: '01JZ8Y6Q4W3V5N2M1K0H9G8F7E',
};
