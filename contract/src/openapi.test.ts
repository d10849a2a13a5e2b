import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from './calls.ts';
import { errorNames, errors } from './errors.ts';
import { imageMediaTypes, imageUploadPath, marketMakerUploads } from './market-maker.ts';
import { openApiDocument } from './openapi.ts';
import { apiPrefix, type Call, type CallTable } from './wire.ts';

const uploads = [
  { name: 'uploadMarketMakerImage', call: marketMakerUploads.uploadMarketMakerImage, mediaTypes: imageMediaTypes, maxBytes: 7 },
];
const document = openApiDocument(calls, { title: 'Tidemark', version: '1.0.0', serverUrl: 'https://tidemark.example', uploads });
const table: CallTable = calls;

type Json = { [key: string]: any };
const operation = (call: Call, method: string): Json => document.paths[apiPrefix + call.path]![method.toLowerCase()]!;

test('every call is described, with both methods where it has two, and the document is plain JSON', () => {
  for (const call of Object.values(table)) {
    for (const method of [call.method, call.alsoMethod]) if (method) assert.equal(operation(call, method)['summary'], call.about);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one['operationId']));
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(document.openapi, '3.1.0');
});

test('answers are described inside the envelope, refusals with every code of the catalogue', () => {
  const answer = operation(calls.fearGreed, 'POST')['responses'][200].content['application/json'].schema.oneOf[0];
  assert.deepEqual(answer.required, ['code', 'msg', 'data', 'requestTime']);
  assert.equal(answer.properties.code.const, '200');
  assert.equal(answer.properties.data.type, 'object');
  const { Refusal } = (document['components'] as Json)['schemas'];
  assert.deepEqual(
    Refusal.properties.code.enum,
    errorNames.map((name) => errors[name].code),
  );
});

test('a query is described by what it means, with defaults and bounds', () => {
  const parameters: Json[] = operation(calls.getHomeQuotation, 'GET')['parameters'];
  const pageSize = parameters.find(({ name }) => name === 'pageSize')!;
  assert.deepEqual(pageSize, {
    name: 'pageSize',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 5000, default: 100 },
  });
  const symbolIds = operation(calls.getMultiKlineDataNewV2, 'GET')['parameters'].find(({ name }: Json) => name === 'symbolIds');
  assert.equal(symbolIds.required, true);
  assert.equal(symbolIds.explode, false);
  assert.equal(symbolIds.schema.maxItems, 100);
});

test('who may call and what is never 429 are said', () => {
  assert.ok(operation(calls.createAlert, 'POST')['security']);
  assert.equal(operation(calls.createAlert, 'POST')['responses'][429], undefined);
  assert.ok(operation(calls.time, 'POST')['responses'][429]);
  assert.equal(operation(calls.time, 'POST')['security'], undefined);
});

test('every status that the carriage may answer is declared, with its refusal; those of a body only where there is one', () => {
  const declared = (call: Call, method: string) => Object.keys(operation(call, method)['responses']).map(Number);
  assert.deepEqual(declared(calls.login, 'POST'), [200, 400, 403, 408, 413, 415, 429, 431, 500, 503, 504]);
  assert.deepEqual(declared(calls.createAlert, 'POST'), [200, 400, 403, 408, 413, 415, 431, 500, 503, 504]);
  assert.deepEqual(declared(calls.getAllSymbol, 'GET'), [200, 304, 400, 403, 415, 429, 431, 500, 503, 504]);
  assert.deepEqual(operation(calls.login, 'POST')['responses'][413].content['application/json'].schema, {
    $ref: '#/components/schemas/Refusal',
  });
  assert.match(document.info.description, /404.*405/);
});

test('an upload is described by what it takes and answers', () => {
  const upload = document.paths[apiPrefix + imageUploadPath]!['post'] as Json;
  assert.deepEqual(Object.keys(upload['requestBody'].content), [...imageMediaTypes]);
  assert.match(upload['requestBody'].description, /7 bytes/);
  assert.deepEqual(upload['responses'][200].content['application/json'].schema.oneOf[0].properties.data.required, ['imageId']);
  assert.ok(upload['responses'][413] && upload['responses'][415]);
});

test('nothing a caller sends or gets is unbounded text or an unbounded list', () => {
  const unbounded: string[] = [];
  const walk = (schema: Json | undefined, at: string): void => {
    if (!schema) return;
    if (
      schema['type'] === 'string' &&
      !schema['enum'] &&
      schema['maxLength'] === undefined &&
      !/\{\d+(,\d+)?\}|^\^\(\?:/.test(schema['pattern'] ?? '')
    )
      unbounded.push(at);
    if (schema['type'] === 'array' && !schema['prefixItems'] && schema['maxItems'] === undefined) unbounded.push(at);
    for (const [name, inner] of Object.entries(schema['properties'] ?? {})) walk(inner as Json, `${at}.${name}`);
    for (const inner of [...(schema['anyOf'] ?? []), ...(schema['prefixItems'] ?? [])]) walk(inner, at);
    walk(schema['items'], `${at}[]`);
  };
  for (const [name, call] of Object.entries(table)) {
    const described = operation(call, call.method);
    if (call.method === 'POST') walk(described['requestBody'].content['application/json'].schema, name);
    else for (const { name: parameter, schema } of described['parameters']) walk(schema, `${name}.${parameter}`);
    walk(described['responses'][200].content['application/json'].schema.oneOf[0].properties.data, `${name}:answer`);
  }
  assert.deepEqual(unbounded, []);
});
