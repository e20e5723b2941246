"""What `compile` says of syntax trees that make no sense, field by field and as a whole."""
import ast
import re


def say(node, mode='exec'):
    if isinstance(node, ast.expr):
        node = ast.Expr(node)
    if isinstance(node, ast.stmt):
        node = ast.Module([node], [])
    ast.fix_missing_locations(node)
    try:
        compile(node, '<tree>', mode)
    except Exception as error:
        print(type(error).__name__, re.sub(' at 0x[0-9a-f]+', '', str(error)))
    else:
        print('ok')


load, store = ast.Load(), ast.Store()
x, y, p = ast.Name('x', load), ast.Name('y', store), ast.Pass()
for kind in 'True', 'False', 'None':
    say(ast.Name(kind, load))
say(ast.Name(42, load))
say(ast.Constant([1]))
say(ast.Constant((1, {2})))
say(ast.BoolOp(ast.And(), [x]))
say(ast.Compare(x, [ast.In()], []))
say(ast.Compare(x, [], [x]))
say(ast.Dict([x], []))
say(ast.Dict([None], [x]))
say(ast.ListComp(x, []))
say(ast.Call(x, [None], []))
say(ast.IfExp(x, y, x))
say(ast.NamedExpr(ast.Constant(1), x))
say(ast.List([y], load))
say(ast.Starred(y, load))
say(ast.Subscript(x, ast.Slice(y), load))
say(ast.Yield(y))
say(ast.Assign([], x))
say(ast.Assign([ast.Constant(1)], x))
say(ast.Assign([x], x))
say(ast.Delete([]))
say(ast.For(y, x, [], []))
say(ast.While(x, [None], []))
say(ast.With([], [p]))
say(ast.Raise(None, x))
say(ast.Try([p], [], [], []))
say(ast.Try([p], [], [p], [p]))
say(ast.Try([p], [ast.ExceptHandler(None, 'e', [])], [], []))
say(ast.TryStar([], [], [], [p]))
say(ast.Import([]))
say(ast.ImportFrom('m', [ast.alias('n')], -1))
say(ast.Global([]))
say(ast.AnnAssign(ast.Attribute(x, 'a', store), x, None, 1))
say(ast.FunctionDef('f', ast.arguments(args=[ast.arg('a')], defaults=[x, x]), [p]))
say(ast.FunctionDef('f', ast.arguments(kwonlyargs=[ast.arg('a')]), [p]))
say(ast.ClassDef('C', body=[]))
say(ast.Match(x, []))
for pattern in (ast.MatchValue(x), ast.MatchSingleton(1), ast.MatchMapping([x], []), ast.MatchClass(ast.Constant(1), [], [], []),
                ast.MatchStar('a'), ast.MatchAs(ast.MatchAs(), None), ast.MatchAs(None, '_'), ast.MatchOr([ast.MatchAs()])):
    say(ast.Match(x, [ast.match_case(pattern, body=[p])]))
say(ast.Module((), []))
say(ast.Module([ast.Return(p)], []))
say(ast.Module([ast.Expr(ast.expr())], []))
late = ast.parse('a = 1')
late.body[0].lineno, late.body[0].end_lineno = 9, 2
say(late)
late = ast.parse('a = 1')
late.body[0].lineno = None
try:
    compile(late, '<tree>', 'exec')
except ValueError as error:
    print(error)
print(ast.dump(ast.Raise(cause=x), annotate_fields=False))
