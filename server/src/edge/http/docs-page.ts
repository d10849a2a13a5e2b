// The readable page of the calls, from the same OpenAPI document that programs get.
import { errorNames, errors } from '@tidemark/contract/errors.ts';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import type { OpenApiDocument } from '@tidemark/contract/openapi.ts';
import { apiPrefix, headers, type Call, type CallTable } from '@tidemark/contract/wire.ts';
import type { Words } from '#words/index.ts';

interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

interface Operation {
  description?: string;
  parameters?: { name?: string; in?: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { description: string; content?: { 'application/json': { schema: JsonSchema } } }>;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => entities[sign]!);
const code = (text: unknown): string => `<code>${escape(text)}</code>`;

const choicesShown = 40;
const oneOf = (values: readonly unknown[]): string =>
  values
    .slice(0, choicesShown)
    .map((value) => code(JSON.stringify(value)))
    .join(' ') + (values.length > choicesShown ? ` and ${values.length - choicesShown} more` : '');

const bounds = (from: number | undefined, to: number | undefined, what: string): string => {
  if (from !== undefined && to !== undefined) return `, ${from} to ${to}${what}`;
  if (to !== undefined) return `, at most ${to}${what}`;
  return from === undefined ? '' : `, at least ${from}${what}`;
};

/** Forms that have a plain name. */
const decimalForm = '^-?\\d+(\\.\\d+)?$';
const lastMoment = 8_640_000_000_000_000;

/** One line about a value; its fields, if it has any, are listed below it. */
function typeText(schema: JsonSchema): string {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map(typeText))].join(' or ');
  if (schema.allOf) return [...new Set(schema.allOf.map(typeText))].join(' and ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return `one of ${oneOf(schema.enum)}`;
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`;
  if (schema.type === 'array') return `list${bounds(schema.minItems, schema.maxItems, '')} of ${typeText(schema.items ?? {})}`;
  if (schema.pattern === decimalForm) return 'decimal';
  if (schema.maximum === lastMoment) return 'time in ms';
  if (schema.type === 'string')
    return `text${bounds(schema.minLength, schema.maxLength, ' characters')}${schema.pattern ? ` like ${code(schema.pattern)}` : ''}`;
  if (schema.type === 'number' || schema.type === 'integer') {
    const safe = (bound: number | undefined) => (bound !== undefined && Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound);
    return `${schema.type === 'integer' ? 'whole number' : 'number'}${bounds(safe(schema.minimum), safe(schema.maximum), '')}`;
  }
  if (typeof schema.additionalProperties === 'object') return `object by key, of ${typeText(schema.additionalProperties)}`;
  return schema.type === undefined ? 'anything' : String(schema.type);
}

/** The objects inside a value, wherever they sit. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  if (schema.properties) return [schema];
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), ...(schema.prefixItems ?? [])];
  if (schema.items) inner.push(schema.items);
  if (typeof schema.additionalProperties === 'object') inner.push(schema.additionalProperties);
  return inner.flatMap(objectsIn);
}

function fieldList(schema: JsonSchema): string {
  const rows = objectsIn(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, field]) => {
      const usual = field.default === undefined ? '' : `, usually ${code(JSON.stringify(field.default))}`;
      const optional = required.includes(name) ? '' : ' <i>optional</i>';
      return `<li>${code(name)}${optional} <span>${typeText(field)}${usual}</span>${fieldList(field)}</li>`;
    }),
  );
  return rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`;
}

const inputOf = (operation: Operation): JsonSchema => {
  if (operation.requestBody) return operation.requestBody.content['application/json'].schema;
  const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return {
    properties: Object.fromEntries(queries.map(({ name, schema }) => [name!, schema ?? {}])),
    required: queries.filter((parameter) => parameter.required).map((parameter) => parameter.name!),
  };
};

const outputOf = (operation: Operation): JsonSchema =>
  operation.responses['200']?.content?.['application/json'].schema.oneOf?.[0]?.properties?.['data'] ?? {};

/** The anchor sits inside, so that a link to it opens the details. */
function callSection(name: string, call: Call, operation: Operation): string {
  const methods = [call.method, ...(call.alsoMethod ? [call.alsoMethod] : [])].join(' or ');
  const output = outputOf(operation);
  const remark = operation.description ? ` <mark>${escape(operation.description)}</mark>` : '';
  const whose = call.who === 'user' ? 'only with a session' : 'open to everybody';
  const refusals = escape(operation.responses['200']?.description ?? '').replace(
    /`(\d+)` (\w+)/g,
    '<a href="#error-$2"><code>$1</code> $2</a>',
  );
  return `<details><summary><b>${methods}</b> ${code(apiPrefix + call.path)} <span>${escape(call.about)}</span>${remark}</summary>
<p id="${escape(name)}"><a href="#${escape(name)}">${code(name)}</a>: ${whose}; success is ${code(call.success)}.</p>
<h3>Input</h3>${fieldList(inputOf(operation)) || '<p>nothing</p>'}
<h3>Output</h3><p>${typeText(output)}</p>${fieldList(output)}
<h3>Errors</h3><p>${refusals}</p>
</details>`;
}

export function renderDocs({ calls, document, words }: { calls: CallTable; document: OpenApiDocument; words: Words }): string {
  const groups = new Map<string, string[]>();
  for (const [name, call] of Object.entries(calls)) {
    const group = call.path.split('/').slice(1, -1).slice(0, 2).join('/');
    const operation = document.paths[apiPrefix + call.path]![call.method.toLowerCase()] as unknown as Operation;
    groups.set(group, [...(groups.get(group) ?? []), callSection(name, call, operation)]);
  }
  const sections = [...groups].map(
    ([group, rows]) => `<section id="group-${escape(group)}"><h2>${escape(group)}</h2>${rows.join('\n')}</section>`,
  );
  const errorRows = errorNames.map(
    (name) =>
      `<tr id="error-${name}"><td>${code(errors[name].code)}</td><td>${name}</td><td>${escape(words.error(defaultLocale, name))}</td></tr>`,
  );
  const title = `Calls of ${escape(document.info.title)}`;
  const links = [...groups.keys()].map((group) => `<a href="#group-${escape(group)}">${escape(group)}</a>`).join(' ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
<title>${title}</title>
<link rel="stylesheet" href="${apiPrefix}/docs.css"></head>
<body><header><h1>${title}</h1><p>${escape(document.info.description)}</p>
<p>POST calls take a JSON body, GET calls a query. The header ${code(headers.locale)} chooses the language of messages; \
${code(headers.requestId)} is echoed.
The same for programs: <a href="${apiPrefix}/openapi.json">openapi.json</a>. The live socket is at ${code('/stream')}.</p>
<p>Whatever a call answers, refusals too, is HTTP 200. \
Other statuses speak of the request: 400 not JSON, 403 sent by another site's page, 404 no such call, 405 wrong method,
408 body too slow, 413 body too large, 415 wrong content type, 429 too many requests, 500 and 504 our own fault. \
Their answers are envelopes too.</p></header>
<nav aria-label="Groups">${links} <a href="#errors">errors</a></nav>
<main>${sections.join('\n')}
<section id="errors"><h2>Errors</h2><table><thead><tr><th>Code</th><th>Name</th><th>In English</th></tr></thead>\
<tbody>${errorRows.join('')}</tbody></table></section>
</main></body></html>`;
}

export const docsStyle = `\
:root{color-scheme:light dark;--ink:#17202b;--dim:#55606e;--paper:#fff;--line:#d9dee5;--tint:#f2f5f8;--link:#0b5cad}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf1;--dim:#a3aebb;--paper:#10151b;--line:#2b343f;--tint:#19212a;--link:#7cb8ff}}
body{margin:0 auto;max-width:70rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--link)}h1{margin:0}h2{margin:2rem 0 .5rem;font-size:1.25rem}h3{margin:1rem 0 .25rem;font-size:1rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.75rem 0;border-block:1px solid var(--line)}
details{border-block-end:1px solid var(--line);padding:.25rem 0}details[open]{padding-block-end:1rem}\
summary{cursor:pointer;padding:.25rem 0;overflow-wrap:anywhere}
:target{outline:2px solid var(--link);outline-offset:2px}
code{padding:.1em .3em;border-radius:4px;background:var(--tint);font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
li>span,summary>span,i{color:var(--dim)}ul{margin:0;padding-inline-start:1.25rem}
mark{padding:.1em .4em;border-radius:4px;background:#fbe6b3;color:#4a3400}
table{width:100%;border-collapse:collapse}\
th,td{padding:.3rem .5rem .3rem 0;border-block-end:1px solid var(--line);text-align:start;vertical-align:top}
`;
