type AgentSetup = {
  id: string;
  name: string;
  step: string;
  block: string;
  next: string;
};

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Returns setup instructions for each agent. docs/agents.md shows the same code blocks. */
export function listAgentSetups(url: string): AgentSetup[] {
  const [desktop, ...others] = connectThroughProxy(url);
  return [...(desktop === undefined ? [] : [desktop]), ...connectDirectly(url), ...others];
}

function connectThroughProxy(url: string): AgentSetup[] {
  // mcp-remote refuses plain HTTP to remote hosts unless --allow-http is given.
  const needsAllowHttp =
    url.startsWith('http:') && !/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url);
  const remote = ['-y', 'mcp-remote', url, ...(needsAllowHttp ? ['--allow-http'] : [])];
  return [
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      step: 'Add this to claude_desktop_config.json (Settings > Developer > Edit Config). Requires Node 20 or newer. If the server URL is reachable from the internet over HTTPS, you can instead paste it under Settings > Connectors > Add custom connector.',
      block: json({ mcpServers: { waypost: { command: 'npx', args: remote } } }),
      next: 'Restart Claude Desktop. It opens your browser to request access.',
    },
    {
      id: 'mcp-remote',
      name: 'Other agents (mcp-remote)',
      step: 'Use this command for agents that can only start local programs. Requires Node 20 or newer.',
      block: `npx ${remote.join(' ')}`,
      next: 'The first start opens your browser to request access.',
    },
    {
      id: 'inspector',
      name: 'MCP Inspector',
      step: 'Run this in a terminal on a machine with a browser to list the tools that agents can call. Requires Node 22.19 or newer.',
      block: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/list`,
      next: 'It opens your browser to request access, then prints the list of tools.',
    },
  ];
}

function connectDirectly(url: string): AgentSetup[] {
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      step: 'Run this in a terminal.',
      block: `claude mcp add --transport http waypost ${url}`,
      next: 'In a session, run /mcp, choose waypost and authenticate.',
    },
    {
      id: 'cursor',
      name: 'Cursor',
      step: 'Add this to ~/.cursor/mcp.json.',
      block: json({ mcpServers: { waypost: { url } } }),
      next: 'In Settings > MCP, connect waypost.',
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      step: 'Add this to .vscode/mcp.json in your project.',
      block: json({ servers: { waypost: { type: 'http', url } } }),
      next: 'Select Start above the entry and approve access in the browser.',
    },
    {
      id: 'codex',
      name: 'Codex',
      step: 'Run this in a terminal.',
      block: `codex mcp add waypost --url ${url}\ncodex mcp login waypost`,
      next: 'To verify, run /mcp in a session. waypost should be listed as connected.',
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      step: 'Add this to ~/.gemini/settings.json.',
      block: json({ mcpServers: { waypost: { httpUrl: url } } }),
      next: 'Restart Gemini CLI and run /mcp auth waypost.',
    },
  ];
}

export const exampleQuestions = [
  'What needs attention in Waypost right now?',
  'Compare yesterday with the seven days before it, by campaign.',
  'Where did we spend money without getting conversions in the last 14 days?',
  'Why have conversions for the “Autumn sale” campaign dropped since Monday?',
  'Why was this visitor sent to that offer? The click ID is …',
  'Who changed rules this week, and how did profit change afterward?',
];
