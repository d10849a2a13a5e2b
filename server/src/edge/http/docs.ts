// The description of the calls: for programs at /v1/openapi.json, for people at /v1/docs. Both are made once from the
// table of calls, so they cannot be out of date, and packed once. The page needs no script and nothing from elsewhere.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument, type DescribedUpload } from '@tidemark/contract/openapi.ts';
import type { CallTable } from '@tidemark/contract/wire.ts';
import type { Words } from '#words/index.ts';
import { boundFiles } from './bound-files.ts';
import { docsStyle, renderDocs } from './docs-page.ts';
import { guardsOf } from './guards.ts';
import type { Allowance } from './limits.ts';

export interface DocsDeps {
  calls: CallTable;
  uploads: readonly DescribedUpload[];
  words: Words;
  publicUrl: string;
  siteName: string;
  allowance: Allowance;
}

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const packers = { br: (body: Buffer) => promisify(brotliCompress)(body), gzip: (body: Buffer) => promisify(gzip)(body) };

export function registerDocs(scope: FastifyInstance, { calls, uploads, words, publicUrl, siteName, allowance }: DocsDeps): void {
  const guards = { ...guardsOf(publicUrl), 'content-security-policy': policy };
  const document = openApiDocument(calls, { title: siteName, version: '1', serverUrl: publicUrl, uploads });
  const serve = (path: string, type: string, text: string) => {
    const body = Buffer.from(text);
    const tag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    const packed = new Map<string, Promise<Buffer>>();
    const pack = (encoding: keyof typeof packers): Promise<Buffer> => {
      const bytes = packed.get(encoding) ?? packers[encoding](body);
      packed.set(encoding, bytes);
      return bytes;
    };
    scope.get(path, { onRequest: boundFiles(allowance) }, async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ ...guards, etag: tag, 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' });
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      const encoding = (['br', 'gzip'] as const).find((name) => request.headers['accept-encoding']?.includes(name));
      return encoding
        ? reply
            .type(type)
            .header('content-encoding', encoding)
            .send(await pack(encoding))
        : reply.type(type).send(body);
    });
  };
  serve('/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document));
  serve('/docs', 'text/html; charset=utf-8', renderDocs({ calls, document, words }));
  serve('/docs.css', 'text/css; charset=utf-8', docsStyle);
}
