import { STATUS_CODES } from 'node:http';
import type { Json } from '../openapi-schemas.ts';
import { printCurl } from './example-request.ts';
import {
  orderMembers,
  renderFields,
  renderParameters,
  renderType,
  type Schemas,
} from './fields.ts';
import { Html, html } from './html.ts';
import { renderInline, renderMarkdown } from './markdown.ts';
import type { OperationError, ReferenceOperation } from './operations.ts';
import { printJson } from './print-json.ts';

/** What operations are rendered with. */
export interface OperationParts {
  readonly schemas: Schemas;
  /** An example of each named schema. */
  readonly examples: ReadonlyMap<string, Json>;
  /** The address of the API host; any other host is the auth host. */
  readonly apiUrl: string;
}

/** One operation: what it does and takes on one side, an example call and its answers on the other. */
export function renderOperation(operation: ReferenceOperation, parts: OperationParts): Html {
  const { anchor, operationId, method, path, summary, description, parameters } = operation;
  const title = `title-${operationId}`;
  const placed = (...positions: readonly string[]) => {
    const there = parameters.filter(({ in: position }) => positions.includes(String(position)));
    return there.length > 0 && renderParameters(there);
  };
  return html`<article class="operation" id="${anchor}" aria-labelledby="${title}">
<div class="about">
<h3 id="${title}"><a href="#${anchor}">${titleOf(operationId)}</a></h3>
<p class="route">${renderMethod(method)} <code>${path}</code></p>
<p class="summary">${renderInline(summary)}</p>
${description !== undefined && renderMarkdown(description)}
${renderCallers(operation)}
${renderSection('Parameters', placed('path', 'query'))}
${renderSection('Request body', renderBody(operation, parts))}
${renderSection('Headers', placed('header'))}
${renderSection('Response', renderAnswer(operation, parts))}
${renderSection('Errors', renderErrors(operation))}
</div>
<div class="examples">${renderExamples(operation, parts)}</div>
</article>
`;
}

/** A method in its colour. */
export function renderMethod(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** A title for people from the id of an operation: `createApiKey` becomes `Create API key`; the path has the version. */
export function titleOf(operationId: string): string {
  const texts = operationId
    .replace(/V1$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(id|ids|api|kyt)\b/g, (word) => ACRONYMS[word] ?? word);
  return `${texts.slice(0, 1).toUpperCase()}${texts.slice(1)}`;
}

const ACRONYMS: Readonly<Record<string, string>> = { id: 'ID', ids: 'IDs', api: 'API', kyt: 'KYT' };

function renderSection(title: string, content: Html | false | undefined): Html | false {
  if (content === undefined || content === false) return false;
  return html`<section><h4>${title}</h4>${content}</section>`;
}

const SCHEMES: Readonly<Record<string, string>> = {
  api_key: 'API key',
  client_id: 'client ID',
  orchestrator_key: 'orchestrator key',
  session_cookie: 'session',
  session_bearer: 'session',
};

function renderCallers({ security, errors }: ReferenceOperation): Html {
  const onlyWallets = errors.some(({ codes }) =>
    codes.some(([code]) => code === 'wallet_session_required'),
  );
  const ways = security.map((schemes) => {
    const names = schemes.map((scheme) => SCHEMES[scheme] ?? scheme);
    const said = names.join(' with ');
    return onlyWallets ? said.replace('session', 'session of a wallet') : said || 'anybody';
  });
  const items = [...new Set(ways)].map((way) => html`<li>${way}</li>`);
  return html`<div class="callers"><h4>Who may call</h4><ul>${items}</ul></div>`;
}

function renderBody({ body }: ReferenceOperation, { schemas }: OperationParts): Html | false {
  if (body === undefined) return false;
  const schema = schemas[body] ?? {};
  return html`<p><a href="#/schemas/${body}">${body}</a></p>${renderFields(schema, { schemas, nested: 2 })}`;
}

function renderAnswer(operation: ReferenceOperation, { schemas }: OperationParts): Html {
  const { status, answer, answerDescription } = operation;
  const said = html`<p><code>${status}</code> ${renderInline(answerDescription)}</p>`;
  if (answer === undefined) return said;
  const name = [...JSON.stringify(answer).matchAll(/schemas\/(\w+)/g)].map(([, id = '']) => id);
  const [only, ...others] = name;
  const schema = others.length === 0 ? schemas[only ?? ''] : undefined;
  const type = html`<p>${renderType(answer)}</p>`;
  if (schema === undefined) return html`${said}${type}`;
  return html`${said}${type}<details><summary>Fields of <code>${only}</code></summary>${renderFields(schema, { schemas })}</details>`;
}

function renderErrors({ errors }: ReferenceOperation): Html {
  const own = errors.filter(({ isShared }) => !isShared);
  const shared = errors.filter(({ isShared }) => isShared);
  const links = shared.flatMap(({ status, codes }) =>
    codes.map(([code]) => html`<a href="#/errors/${code}"><code>${code}</code></a> ${status}`),
  );
  return html`${own.map(renderError)}${
    links.length > 0 &&
    html`<p class="shared">As in other operations: ${links.flatMap((link, i) => (i === 0 ? [link] : [', ', link]))}.</p>`
  }`;
}

function renderError({ status, when, codes }: OperationError): Html {
  const items = codes.map(
    ([code, message]) => html`<li><code>${code}</code> ${renderInline(message)}</li>`,
  );
  return html`<div class="error"><p><strong>${status} ${STATUS_CODES[status]}</strong> ${renderInline(when)}</p><ul>${items}</ul></div>`;
}

function renderExamples(operation: ReferenceOperation, parts: OperationParts): Html {
  const { body, status, answer, server, errors } = operation;
  const { examples, schemas, apiUrl } = parts;
  const shown = body === undefined ? undefined : examples.get(body);
  const example = shown && orderMembers(shown, schemas[body ?? ''] ?? {}, schemas);
  const host = server === apiUrl ? 'API' : 'AUTH';
  const answered = answer === undefined ? undefined : exampleOf(answer, examples);
  const own = errors.filter(({ isShared }) => !isShared);
  return html`${renderCode('Request', printCurl({ operation, server: host, example }))}${
    answered !== undefined && renderCode(`Response ${status}`, printJson(answered))
  }${own.map((error) => renderErrorExample(operation, error, examples))}`;
}

/** Code with more lines has a fixed height and can be scrolled, also by keyboard. */
const LINES_SHOWN_MAX = 22;

/** A panel with code; the script adds a button that copies it. */
export function renderCode(label: string, code: string | Html): Html {
  const text = code instanceof Html ? code.text : code;
  const isTall = text.split('\n').length > LINES_SHOWN_MAX;
  const pre = isTall
    ? html`<pre class="tall" tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>`
    : html`<pre><code>${code}</code></pre>`;
  return html`<figure class="code"><figcaption>${label}</figcaption>${pre}</figure>`;
}

function renderErrorExample(
  { server, anchor }: ReferenceOperation,
  { status, codes, schema }: OperationError,
  examples: ReadonlyMap<string, Json>,
): Html | false {
  const [code, message] = codes[0] ?? [];
  if (code === undefined || message === undefined) return false;
  const special = schema === 'Error' ? undefined : examples.get(schema ?? '');
  const error = STATUS_CODES[status] ?? '';
  const docUrl = `${server}/docs#${anchor}`;
  const correlationId = '01JZ8Y6Q4W3V5N2M1K0H9G8F7E';
  const body = special ?? { statusCode: status, message, error, code, docUrl, correlationId };
  return html`<details class="answer"><summary>Response ${status} <code>${code}</code></summary>${renderCode(`Body of ${code}`, printJson(body))}</details>`;
}

/** Of the first of several schemas; of a list, one item. */
function exampleOf(
  schema: Parameters<typeof renderType>[0],
  examples: ReadonlyMap<string, Json>,
): Json | undefined {
  const [name] = [...JSON.stringify(schema).matchAll(/schemas\/(\w+)/g)].map(([, id = '']) => id);
  const example = name === undefined ? undefined : examples.get(name);
  return schema['type'] === 'array' && example !== undefined ? [example] : example;
}
