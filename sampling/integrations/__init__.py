"""Where a constraint plugs into what others serve and process data with: one module an engine.

Nothing here is imported unless asked for, and a module imports its engine only: `constrain.sampling` imports none of
them.
"""
