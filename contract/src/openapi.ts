// OpenAPI 3.1 from the table of calls. Imported by the server only: the converter has no place in a page.
import { toJsonSchema } from '@valibot/to-json-schema';
import { accessTokenStart } from './access.ts';
import { sessionCookies } from './accounts.ts';
import { errors, errorNames, type ErrorName } from './errors.ts';
import { apiPrefix, headers, type Call, type CallTable, type Schema } from './wire.ts';

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  /** Where the site is, without /v1. */
  readonly serverUrl: string;
  readonly uploads?: readonly DescribedUpload[];
}

/** A body that is a file. */
export interface DescribedUpload {
  readonly name: string;
  readonly call: Call;
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

type Json = Record<string, unknown>;
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly [part: string]: unknown;
}

const described =
  'Every answer is an envelope. Code 00000 (200 on cms calls) is success; every other code is an error of the catalogue, and ' +
  'msg says it in the language of the request. Decimals are strings, times are milliseconds, changes are fractions. A path ' +
  'that is not in this document answers 404, a method that a path does not have 405 with the header allow.';

/**
 * The form after coercion: text that a query string carries for a number is described as the number. Rules that JSON Schema cannot say are
 * left out.
 */
const schemaOf = (schema: Schema): Json => {
  const { $schema: _, ...json } = toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'output', errorMode: 'ignore' });
  return json;
};

/** What a program may send, before defaults are filled in. */
export const inputSchemaOf = ({ input }: Pick<Call, 'input'>): { properties: Record<string, Json>; required?: string[] } => {
  const { $schema: _, ...json } = toJsonSchema(input, { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' });
  return { ...json, properties: (json.properties ?? {}) as Record<string, Json> };
};

/** Which rows of the catalogue any call may answer; a room's own rows are in the catalogue below. */
const everyCall: readonly ErrorName[] = ['badInput', 'internal', 'unavailable', 'outcomeUnknown', 'busy', 'timeout', 'bodyTooLarge'];

const errorsOf = (call: Call): readonly ErrorName[] => [
  ...everyCall,
  ...(call.who === 'user' ? (['notLoggedIn', 'sessionExpired', 'sessionRevoked', 'accountFrozen'] as const) : []),
  ...(call.scope === undefined ? [] : (['tokenInvalid', 'tokenScope', 'tokenInAddress'] as const)),
  ...(call.never429 ? (['alertTooFast'] as const) : []),
  ...(call.failsAs ? [call.failsAs] : []),
];

const errorText = (name: ErrorName) => `\`${errors[name].code}\` ${name}`;

type Method = 'GET' | 'POST';

/** What the HTTP layer may answer to any call: status, and when. All of them bring a refusal along. */
const carriage = {
  400: 'The body is not JSON, or the request is malformed.',
  403: "Sent by another site's page.",
  408: 'The body took too long.',
  413: 'The body is too large.',
  415: 'The body has the wrong content type, or is compressed.',
  429: 'Too many requests; the header retry-after says when to come back.',
  500: 'A fault of the server, or a change of which nobody knows whether it was saved.',
  503: 'What is kept cannot be reached; nothing was done.',
  504: 'The answer took too long.',
} as const;
/** Of these the page has no envelope: the head of the request was not read to its end, or the answer is the one the caller has. */
const bare = { 304: 'Not modified: the answer that if-none-match names.', 431: 'The head of the request is too large.' } as const;

const refusal = { $ref: '#/components/schemas/Refusal' };
/** Not 415: a request without a body may still claim that one is packed. */
const ofBody: ReadonlySet<string> = new Set(['408', '413']);

function statuses(call: Call, method: Method): Json {
  const isSaid = (status: string) => (status === '429' ? !call.never429 : method === 'POST' || !ofBody.has(status));
  return {
    ...Object.fromEntries(
      Object.entries(carriage)
        .filter(([status]) => isSaid(status))
        .map(([status, description]) => [status, { description, content: { 'application/json': { schema: refusal } } }]),
    ),
    ...(method === 'GET' ? { 304: { description: bare[304] } } : {}),
    431: { description: bare[431] },
  };
}

function answers(call: Call, method: Method): Json {
  const envelope = {
    type: 'object',
    required: ['code', 'msg', 'data', 'requestTime'],
    properties: {
      code: { const: call.success },
      msg: { type: 'string' },
      data: schemaOf(call.output),
      requestTime: { type: 'integer', description: 'When the server answered, ms.' },
    },
  };
  const refusals = errorsOf(call).map(errorText).join(', ');
  return {
    200: {
      description: `Success, or a refusal: ${refusals}.`,
      content: { 'application/json': { schema: { oneOf: [envelope, refusal] } } },
    },
    ...statuses(call, method),
  };
}

function queryParameters(call: Call): Json[] {
  const { properties = {}, required = [] } = schemaOf(call.input) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    const parameter: Json = { name, in: 'query', required: required.includes(name), schema };
    // Lists travel joined by commas.
    return schema['type'] === 'array' ? Object.assign(parameter, { style: 'form', explode: false }) : parameter;
  });
}

/** What a visitor may do as well needs neither. */
function securityOf({ who, scope }: Call): Json {
  if (who === 'anyone' && scope === undefined) return {};
  const ways = [...(who === 'anyone' ? [{}] : [{ session: [] }]), ...(scope === undefined ? [] : [{ token: [] }])];
  return { security: ways, ...(scope === undefined ? {} : { 'x-token-scope': scope }) };
}

function operation(name: string, call: Call, method: Method): Json {
  return {
    operationId: method === call.method ? name : `${name}By${method === 'GET' ? 'Get' : 'Post'}`,
    summary: call.about,
    tags: [call.path.split('/')[1]],
    ...securityOf(call),
    parameters: [{ $ref: '#/components/parameters/locale' }, ...(method === 'GET' ? queryParameters(call) : [])],
    ...(method === 'POST' ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.input) } } } } : {}),
    responses: answers(call, method),
  };
}

/** The file itself is the body. */
const uploadOperation = ({ name, call, mediaTypes, maxBytes }: DescribedUpload): Json => ({
  operationId: name,
  summary: call.about,
  tags: [call.path.split('/')[1]],
  parameters: [{ $ref: '#/components/parameters/locale' }],
  requestBody: {
    required: true,
    description: `At most ${maxBytes} bytes.`,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
  },
  responses: answers(call, 'POST'),
});

export function openApiDocument(calls: CallTable, options: OpenApiOptions): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const methods = (paths[apiPrefix + call.path] ??= {});
    for (const method of [call.method, call.alsoMethod]) {
      if (method) methods[method.toLowerCase()] = operation(name, call, method);
    }
  }
  for (const upload of options.uploads ?? []) paths[apiPrefix + upload.call.path] = { post: uploadOperation(upload) };
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: options.title, version: options.version, description: described },
    servers: [{ url: options.serverUrl }],
    paths,
    components: {
      parameters: {
        locale: {
          name: headers.locale,
          in: 'header',
          required: false,
          description: 'Language of the messages.',
          schema: { type: 'string', default: 'en' },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookies.session },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${accessTokenStart}...`,
          description: 'A personal token, made on the account page; x-token-scope says which scope a call asks for.',
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          description: errorNames.map((error) => `- ${errorText(error)}`).join('\n'),
          required: ['code', 'msg', 'data', 'requestTime'],
          properties: {
            code: { enum: errorNames.map((error) => errors[error].code) },
            msg: { type: 'string' },
            data: { type: 'null' },
            requestTime: { type: 'integer' },
          },
        },
      },
    },
  };
}
