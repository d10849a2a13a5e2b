// One message of the Model Context Protocol, answered by the official SDK. It is loaded when the first message comes: a process that is
// never asked pays nothing for it.
import type { Call, Envelope } from '@tidemark/contract/wire.ts';
import { describeTools, findTool } from './tools.ts';

export interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

export interface MessageDeps {
  readonly siteName: string;
  /** The label in front of simulated figures; null where they are real. */
  readonly label: () => string | null;
  readonly ask: (name: string, call: Call, input: unknown) => Promise<Envelope>;
}

/** A program that reads more than this at once has asked for too much. */
const mostLetters = 400_000;

const loadSdk = async () => {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Server, Transport: WebStandardStreamableHTTPServerTransport, ...types, tools: describeTools() };
};
let loading: ReturnType<typeof loadSdk> | null = null;

/** Nothing is kept between two messages: any process may answer the next one. */
export async function answerMessage({ url, headers, body }: Asked, { siteName, label, ask }: MessageDeps): Promise<Response> {
  const sdk = await (loading ??= loadSdk());
  const server = new sdk.Server({ name: siteName, version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: sdk.tools }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
    const tool = findTool(params.name);
    if (!tool) throw new sdk.McpError(sdk.ErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}.`);
    const { code, msg, data } = await ask(tool.callName, tool.call, params.arguments ?? {});
    if (code !== tool.call.success) return { isError: true, content: [{ type: 'text', text: `${code}: ${msg}` }] };
    const text = JSON.stringify(data);
    if (text.length > mostLetters)
      return { isError: true, content: [{ type: 'text', text: `The answer has ${text.length} letters; ask for fewer rows.` }] };
    const simulated = label();
    return { content: [...(simulated === null ? [] : [{ type: 'text' as const, text: simulated }]), { type: 'text' as const, text }] };
  });
  const transport = new sdk.Transport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(new Request(url, { method: 'POST', headers }), { parsedBody: body });
    // Read before the server closes: what it says belongs to this one message.
    return new Response(await response.arrayBuffer().then((bytes) => (bytes.byteLength > 0 ? bytes : null)), response);
  } finally {
    await server.close();
  }
}
