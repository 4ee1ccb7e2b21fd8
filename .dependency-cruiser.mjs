/** The one direction imports may point: contract ← content ← site, contract ← server. */
const never = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
});

export default {
  forbidden: [
    never('contract-stands-alone', '^contract/', '^(content|site|server|e2e|bench|scripts)/'),
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod' },
    },
    never('content-knows-only-the-contract', '^content/', '^(site|server|e2e|bench|scripts)/'),
    never('site-does-not-know-the-server', '^site/', '^(server|e2e|bench|scripts)/'),
    never('server-does-not-know-the-page', '^server/', '^(content|site|e2e|bench|scripts)/'),
    {
      name: 'no-section-imports-a-section',
      severity: 'error',
      from: { path: '^site/src/sections/' },
      to: { path: '^site/src/sections/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
