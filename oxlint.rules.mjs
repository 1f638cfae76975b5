// Lint rules of this project, for what no stock rule forbids.

const effects = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);
const wrappers = new Set(['useCallback', 'useEffectEvent']);
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/** What may be a clean-up function: a function itself, or a name of one. */
const cleanUps = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier']);

/**
 * React calls the result of an effect and of a ref callback as a clean-up function. The types say that methods of the DOM
 * return nothing, but browsers change them to return promises, as Chromium 150 did with `scrollIntoView`. So a callback
 * returns no result of a call: `useEffect(() => { element.focus(); })`.
 */
const cleanUpOnly = {
  create(context) {
    const callbacks = new Set();
    const results = [];

    function addCallback(node) {
      if (functions.has(node?.type)) callbacks.add(node);
      if (node?.type === 'CallExpression' && wrappers.has(node.callee.name)) addCallback(node.arguments[0]);
      if (node?.type === 'Identifier') addCallback(definitionOf(node));
    }

    function definitionOf({ name, parent }) {
      for (let scope = context.sourceCode.getScope(parent); scope; scope = scope.upper) {
        const definition = scope.set.get(name)?.defs[0]?.node;
        if (definition) return definition.init ?? definition;
      }
      return undefined;
    }

    return {
      CallExpression({ callee, arguments: [callback] }) {
        if (effects.has(callee.name ?? callee.property?.name)) addCallback(callback);
      },
      JSXAttribute({ name, value }) {
        if (name.name === 'ref') addCallback(value?.expression);
      },
      ArrowFunctionExpression(node) {
        if (node.body.type !== 'BlockStatement') results.push({ callback: node, result: node.body });
      },
      ReturnStatement(node) {
        if (node.argument) results.push({ callback: functionAround(node), result: node.argument });
      },
      'Program:exit'() {
        for (const { callback, result } of results) {
          if (callbacks.has(callback) && !cleanUps.has(result.type))
            context.report({
              node: result,
              message: 'An effect or a ref callback returns only a clean-up function.',
            });
        }
      },
    };
  },
};

function functionAround(node) {
  let { parent } = node;
  while (parent && !functions.has(parent.type)) ({ parent } = parent);
  return parent;
}

/** A plural that is made by hand is sooner or later forgotten: "1 calculations". */
const countedNouns = {
  create: (context) => ({
    ConditionalExpression({ test, consequent, alternate }) {
      const isOne = test.type === 'BinaryExpression' && test.operator === '===' && test.right.value === 1;
      if (!isOne || typeof consequent.value !== 'string') return;
      if (alternate.value === `${consequent.value}s`)
        context.report({ node: test, message: 'Use `count` or `nounAfter` of contract/counts.ts.' });
    },
  }),
};

const rules = { 'clean-up-only': cleanUpOnly, 'counted-nouns': countedNouns };

export default { meta: { name: 'project' }, rules };
