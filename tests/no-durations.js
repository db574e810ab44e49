const message =
  'How long something takes depends on the machine. Compare costs with costRatio or growthRatio (tests/support/reference-load.ts), wait with waitFor or expect.poll, and control the clock of what is tested.';

/** Clocks that only serve to measure durations. Every way to reach them contains one of these names. */
const stopwatches = /^(hrtime|cpuUsage|threadCpuUsage|threadTime)$/;

/** Names of properties that contain a moment, such as `modifiedAt` or `created_at`. */
const momentName = /(^|_)at$|[a-z]At$/;

/**
 * An ESLint rule for tests: they do not measure how long something takes. It forbids the clocks that only serve to do that,
 * and with the time of day what comes to the same: the difference of two moments, their comparison, and lists of moments.
 * A moment is `Date.now()`, `new Date()`, what is computed from them, and a variable with such a value. A moment in the
 * past or the future is allowed (`Date.now() - day`), and so is the time of a fake clock (`vi.getMockedSystemTime()`).
 */
export const noDurations = {
  meta: { type: 'problem', messages: { duration: message }, schema: [] },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'duration' });
    const isMoment = (node) => isMomentIn(context.sourceCode.getScope(node), node, new Set());
    return {
      Identifier: (node) => stopwatches.test(node.name) && report(node),
      MemberExpression: (node) => nameOf(node) === 'now' && nameOf(node.object) === 'performance' && report(node),
      'VariableDeclarator[id.type="ObjectPattern"][init.name="performance"]': report,
      BinaryExpression(node) {
        const { operator, left, right } = node;
        const isDifference =
          operator === '-' && (isMoment(right) || (isMoment(left) && momentName.test(nameOf(right))));
        const isComparison = /^[<>]=?$/.test(operator) && isMoment(left) && isMoment(right);
        if (isDifference || isComparison) report(node);
      },
      CallExpression(node) {
        const { callee, arguments: given } = node;
        const method = nameOf(callee);
        if (method === 'push' && given.some(isMoment)) report(node);
        // expect(Date.now()).toBeLessThan(start + 1_000)
        const isAboutMoment = nameOf(callee.object?.callee) === 'expect' && callee.object.arguments.some(isMoment);
        if (/^to(Be|Equal)/.test(method) && isAboutMoment && given.some(isMoment)) report(node);
      },
    };
  },
};

/** Returns the name of an identifier or a property. */
function nameOf(node) {
  if (node?.type === 'MemberExpression') return nameOf(node.property);
  return String(node?.name ?? node?.value ?? '');
}

/** @param seen the variables that are being followed, some of which refer to themselves */
function isMomentIn(scope, node, seen) {
  const isOne = (child) => isMomentIn(scope, child, seen);
  switch (node?.type) {
    case 'CallExpression':
      if (nameOf(node.callee.object) === 'Date') return nameOf(node.callee) === 'now';
      // new Date().getTime(), Number(new Date()), Math.floor(Date.now() / 1000), page.evaluate(() => Date.now())
      return (
        (/^(getTime|valueOf)$/.test(nameOf(node.callee)) && isOne(node.callee.object)) ||
        (/^(Number|floor|round|ceil|evaluate)$/.test(nameOf(node.callee)) && node.arguments.some(isOne))
      );
    case 'NewExpression':
      return nameOf(node.callee) === 'Date' && (node.arguments.length === 0 || node.arguments.some(isOne));
    case 'BinaryExpression':
      return /^[-+*/]$/.test(node.operator) && isOne(node.left) !== isOne(node.right);
    case 'LogicalExpression':
      return isOne(node.left) || isOne(node.right);
    case 'ConditionalExpression':
      return isOne(node.consequent) || isOne(node.alternate);
    case 'UnaryExpression':
    case 'AwaitExpression':
      return isOne(node.argument);
    case 'ArrowFunctionExpression':
      return isOne(node.body);
    case 'ObjectExpression':
      return node.properties.some(({ value }) => isOne(value));
    case 'Identifier': {
      const variable = findVariable(scope, node.name);
      if (!variable || seen.has(variable)) return false;
      seen.add(variable);
      return valuesOf(variable).some(isOne);
    }
    default:
      return false;
  }
}

function findVariable(scope, name) {
  for (let current = scope; current; current = current.upper) if (current.set.has(name)) return current.set.get(name);
}

/** Returns the values that a variable gets when it is declared or later, and the default value of a parameter. */
function valuesOf({ references, defs }) {
  const written = references.filter((reference) => reference.isWrite()).map(({ writeExpr }) => writeExpr);
  return [
    ...written,
    ...defs.map(({ node }) => node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init),
  ];
}
