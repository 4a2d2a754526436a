import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../openapi.ts';
import { collectExamples } from '../openapi-examples.ts';
import { asObject, type JsonObject } from '../openapi-schemas.ts';
import { renderConventions, renderErrorCodes, renderVariables } from './conventions.ts';
import { renderFields, renderParameters, type Schemas } from './fields.ts';
import { Html, html } from './html.ts';
import { renderInline } from './markdown.ts';
import {
  groupOperations,
  listOf,
  nameOf,
  type ReferenceGroup,
  readOperations,
  resolve,
} from './operations.ts';
import { printJson } from './print-json.ts';
import {
  type OperationParts,
  renderCode,
  renderMethod,
  renderOperation,
  titleOf,
} from './render-operation.ts';

/** What the reference is made from. */
export interface ReferenceParts {
  readonly document: OpenApiDocument;
  /** All operations of the document, by task. */
  readonly groups: readonly ReferenceGroup[];
}

/** The page, and the policy that lets a browser run and show nothing but what stands in it. */
export interface ReferencePage {
  readonly html: string;
  readonly policy: string;
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Renders the reference of the whole API as one page that loads no other file. */
export function renderReference({ document, groups }: ReferenceParts): ReferencePage {
  const style = ['colors-and-type.css', 'layout.css'].map(read).join('');
  const script = read('script.js');
  const text = renderPage({ document, groups, style, script }).text;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return { html: text, policy };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

interface PageParts extends ReferenceParts {
  readonly style: string;
  readonly script: string;
}

type Group = ReturnType<typeof groupOperations>[number];

function renderPage({ document, groups, style, script }: PageParts): Html {
  const operations = readOperations(document);
  const grouped = groupOperations(operations, groups);
  const schemas = schemasOf(document);
  const apiUrl = document.servers[0]?.url ?? '';
  const examples = collectExamples(asObject(document.components['schemas']));
  const parts: OperationParts = { schemas, examples, apiUrl };
  const all = [...operations.values()];
  const authUrl = all.find(({ server }) => server !== apiUrl)?.server ?? apiUrl;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Florin API reference</title>
<link rel="icon" href="${ICON}">
<style>${inline(style)}</style>
</head>
<body>
<a class="skip" href="#start">Skip to the reference</a>
<header class="top"><a class="brand" href="#start">Florin <span>API reference</span></a>
<button type="button" class="menu" popovertarget="contents">Contents</button></header>
${renderContents(grouped, document)}
<main>
<section class="start" id="start" aria-labelledby="title-start"><div class="about">
<h1 id="title-start">API reference</h1>
<p>Payment links, requests, payouts and webhooks over HTTP and JSON.
Read first: <a href="#/conventions/credentials">credentials</a>,
<a href="#/conventions/errors">errors</a>, <a href="#/conventions/idempotency">idempotency</a>,
<a href="#/conventions/limits">limits</a>. For tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1, version ${document.info.version}).</p>
</div><div class="examples">${renderVariables(apiUrl, authUrl)}</div></section>
${grouped.map((group) => renderGroup(group, parts))}
${renderWebhooks(document, parts)}
${renderConventions(document)}
${renderErrorCodes(all)}
${renderSchemas(parts)}
</main>
<script>${inline(script)}</script>
</body>
</html>
`;
}

/** Our own files are no HTML text: a browser reads them as they are, as does their hash. */
function inline(text: string): Html {
  return new Html(text);
}

function schemasOf(document: OpenApiDocument): Schemas {
  const named = Object.entries(asObject(document.components['schemas']));
  return Object.fromEntries(named.map(([name, schema]) => [name, asObject(schema)]));
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='8' fill='%231d5c48'/%3E%3Cpath d='M6 12V4h5M6 8h4' stroke='%23fff' stroke-width='2' fill='none'/%3E%3C/svg%3E";

function renderContents(groups: readonly Group[], document: OpenApiDocument): Html {
  const lists = groups.map(({ title, operations }) => {
    const items = operations.map(
      ({ anchor, operationId, method }) =>
        html`<li><a href="#${anchor}">${titleOf(operationId)} ${renderMethod(method)}</a></li>`,
    );
    return html`<h2><a href="#/groups/${slug(title)}">${title}</a></h2><ul>${items}</ul>`;
  });
  const events = Object.keys(document.webhooks).map(
    (name) => html`<li><a href="#/webhooks/${name}">${name}</a></li>`,
  );
  return html`<nav id="contents" popover aria-label="Contents">
<label class="search" hidden>Find an operation <input type="search" autocomplete="off" spellcheck="false"></label>
${lists}
<h2><a href="#/webhooks">Webhook events</a></h2><ul>${events}</ul>
<h2><a href="#/conventions/credentials">Conventions</a></h2>
<ul><li><a href="#/conventions/credentials">Credentials</a></li><li><a href="#/conventions/errors">Errors</a></li>
<li><a href="#/conventions/idempotency">Idempotency</a></li><li><a href="#/conventions/limits">Limits</a></li></ul>
<h2><a href="#/schemas">Schemas</a></h2>
</nav>`;
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}

function renderGroup({ title, description, operations }: Group, parts: OperationParts): Html {
  const id = slug(title);
  return html`<section class="group" aria-labelledby="group-${id}">
<div class="group-head" id="/groups/${id}"><h2 id="group-${id}">${title}</h2><p>${renderInline(description)}</p></div>
${operations.map((operation) => renderOperation(operation, parts))}</section>
`;
}

function renderWebhooks(document: OpenApiDocument, { schemas, examples }: OperationParts): Html {
  const entries = Object.entries(document.webhooks).map(([name, hook]) => {
    const post = asObject(hook['post']);
    const content = asObject(asObject(post['requestBody'])['content']);
    const id = nameOf(asObject(asObject(content['application/json'])['schema'])) ?? '';
    const example = examples.get(id);
    return html`<article class="operation" id="/webhooks/${name}" aria-labelledby="event-${name}">
<div class="about"><h3 id="event-${name}"><a href="#/webhooks/${name}">${name}</a></h3>
<p class="summary">${renderInline(String(post['summary']))}</p>
<section><h4>Body</h4><p><a href="#/schemas/${id}">${id}</a></p>
<details><summary>Fields of <code>${id}</code></summary>${renderFields(schemas[id] ?? {}, { schemas })}</details></section></div>
<div class="examples">${example !== undefined && renderCode(`Body of ${name}`, printJson(example))}</div></article>`;
  });
  const [first] = Object.values(document.webhooks);
  const headers = listOf(asObject(first?.['post'])['parameters']).map((it) =>
    resolve(document, it),
  );
  if (first === undefined) return html``;
  return html`<section class="group" aria-labelledby="group-webhooks"><div class="group-head" id="/webhooks">
<h2 id="group-webhooks">Webhook events</h2>
<p>Sent by POST to every active endpoint. Answer 2xx within 5 seconds; anything else is tried again after 1, 5 and 15 seconds. Verify the signature before you read the body.</p>
<h3>Headers of every delivery</h3>${renderParameters(headers)}</div>${entries}</section>`;
}

function renderSchemas({ schemas, examples }: OperationParts): Html {
  const entries = Object.entries(schemas).map(([name, schema]: [string, JsonObject]) => {
    const example = examples.get(name);
    // There are hundreds: a name in each place would be a twentieth of the page.
    return html`<article class="operation schema" id="/schemas/${name}"><div class="about">
<h3><a href="#/schemas/${name}">${name}</a></h3>
<p>${renderInline(String(schema['description'] ?? ''))}</p>${renderFields(schema, { schemas })}</div>
<div class="examples">${example !== undefined && renderCode('Example', printJson(example))}</div></article>`;
  });
  return html`<section class="group" aria-labelledby="group-schemas"><div class="group-head" id="/schemas"><h2 id="group-schemas">Schemas</h2>
<p>Every object of the API by its name in <a href="/openapi.json">openapi.json</a>.</p></div>${entries}</section>`;
}
